import MoneyKit

/// Movements that were made at the processor and not by this program.
extension Posting {
    /// A part of an application fee went back to the payee by itself, or less of it than was booked.
    ///
    /// As with a refund, the payee bears what the processor keeps of it.
    ///
    /// - Parameter minor: In minor units; negative where too much was booked.
    static func feeReturned(_ minor: Int64, of payment: Payment, reference: String) throws(LedgerError)
        -> Posting
    {
        let currency = payment.total.currency
        let kept = payment.keptByProcessor(ofReturnedFee: abs(minor)) * minor.signum()
        return try Posting(
            .feeReturned, reference, payment: payment.id,
            [
                LedgerEntry(.payee(payment.payee), Money(-minor, currency)),
                LedgerEntry(.feeRevenue, Money(minor, currency)),
                LedgerEntry(.receivable(payment.payee), Money(kept, currency)),
                LedgerEntry(.processorFee, Money(-kept, currency)),
            ])
    }

    /// A transfer to a payee was reversed: it pays what the payee owes, and the rest was taken for a reason that only people
    /// know.
    ///
    /// - Parameters:
    ///   - owedMinor: What the payee owes, in minor units; negative where it is owed something.
    ///   - reference: `trr_…`
    static func takenBack(
        _ amount: Money, from payee: String, owedMinor: Int64, payment: String?, reference: String
    ) throws(LedgerError) -> Posting {
        let paid = min(amount.minorUnits, max(0, owedMinor))
        return try Posting(
            .transferReversal, reference, payment: payment,
            [
                LedgerEntry(.payee(payee), amount),
                LedgerEntry(.receivable(payee), Money(-paid, amount.currency)),
                LedgerEntry(.outside(payee), Money(paid - amount.minorUnits, amount.currency)),
            ])
    }

    /// The platform sent money to a payee that no payment explains.
    ///
    /// - Parameter reference: `tr_…`
    static func sent(_ amount: Money, to payee: String, payment: String?, reference: String)
        throws(LedgerError) -> Posting
    {
        try Posting(
            .transfer, reference, payment: payment,
            [
                LedgerEntry(.outside(payee), amount),
                LedgerEntry(.payee(payee), Money(-amount.minorUnits, amount.currency)),
            ])
    }

    /// What was taken from a payee, or sent to it, turns out to be what it owes, or is owed.
    ///
    /// - Parameter minor: What of its debt is paid, in minor units; negative for what it was owed.
    static func explained(_ minor: Int64, of payee: String, in currency: Currency, reference: String)
        throws(LedgerError) -> Posting
    {
        try Posting(
            .offset, reference, payment: nil,
            [
                LedgerEntry(.outside(payee), Money(minor, currency)),
                LedgerEntry(.receivable(payee), Money(-minor, currency)),
            ])
    }
}
