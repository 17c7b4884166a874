import MoneyKit

/// Postings for money that was moved at the processor and not by this program.
extension Posting {
    /// Returns the posting for part of an application fee that was returned to the payee separately from
    /// refunds. The amount is negative if an earlier posting recorded too much.
    ///
    /// The payee owes the part of the returned fee that the processor keeps.
    static func feeReturned(_ minor: Int64, of payment: Payment, reference: String) throws(LedgerError)
        -> Posting
    {
        let kept = payment.keptByProcessor(ofReturnedFee: abs(minor)) * minor.signum()
        return try Posting(
            .feeReturned, reference, payment: payment.id, in: payment.total.currency,
            [
                (.payee(payment.payee), -minor), (.feeRevenue, minor),
                (.receivable(payment.payee), kept), (.processorFee, -kept),
            ])
    }

    /// Returns the posting for a reversed transfer. The money first settles the payee's debt. The rest of the
    /// amount is recorded as taken from the payee for an unknown reason.
    ///
    /// - Parameters:
    ///   - amount: The reversed amount.
    ///   - payee: The payee's account.
    ///   - owedMinor: The payee's debt, in minor units. It is negative if money is owed to the payee.
    ///   - payment: The payment that the transfer belongs to, or nil.
    ///   - reference: The reversal's id, `trr_…`.
    static func takenBack(
        _ amount: Money, from payee: String, owedMinor: Int64, payment: String?, reference: String
    ) throws(LedgerError) -> Posting {
        let paid = min(amount.minorUnits, max(0, owedMinor))
        return try Posting(
            .transferReversal, reference, payment: payment, in: amount.currency,
            [
                (.payee(payee), amount.minorUnits), (.receivable(payee), -paid),
                (.outside(payee), paid - amount.minorUnits),
            ])
    }

    /// Returns the posting for a transfer to a payee that no recorded call of this program made. The
    /// reference is the transfer's id, `tr_…`.
    static func sent(_ amount: Money, to payee: String, payment: String?, reference: String)
        throws(LedgerError) -> Posting
    {
        try move(
            .transfer, reference, payment: payment, amount.minorUnits, amount.currency,
            from: .payee(payee), to: .outside(payee))
    }

    /// Returns the posting that uses a previously unexplained transfer or reversal to settle a debt between
    /// the platform and a payee. The amount is negative if the platform owed money to the payee.
    static func explained(_ minor: Int64, of payee: String, in currency: Currency, reference: String)
        throws(LedgerError) -> Posting
    {
        try move(.offset, reference, minor, currency, from: .receivable(payee), to: .outside(payee))
    }
}
