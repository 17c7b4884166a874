import MoneyKit

extension Posting {
    /// Returns the posting for a refund to the payer. For a destination charge, the posting uses the amounts
    /// that the processor takes from the accounts. For other charges, the payee and the platform share the
    /// refund in proportion to their parts of the charge.
    static func refund(_ refund: PaymentRefund, of payment: Payment, _ back: GivenBack) throws(LedgerError)
        -> Posting
    {
        guard payment.form.isReversedByProcessor else {
            return try Posting(
                .refund, refund.id, payment: payment.id, in: payment.total.currency,
                [(.processor, -refund.amountMinor)] + back.amounts(of: payment))
        }
        return try self.refund(refund, of: payment, feeReturned: back.feeMinor)
    }

    /// Returns the posting for a refund that the payee pays. The payee gets back `feeReturned`, the returned
    /// part of the application fee in minor units.
    ///
    /// The payee owes the part of the refund that the payee's account could not cover. The payee also owes
    /// the part of the returned fee that the processor keeps. The platform's net amount is therefore never
    /// negative.
    static func refund(_ refund: PaymentRefund, of payment: Payment, feeReturned: Int64) throws(LedgerError)
        -> Posting
    {
        let kept = payment.keptByProcessor(ofReturnedFee: feeReturned)
        let owed = refund.amountMinor - refund.reversedMinor + kept
        return try Posting(
            .refund, refund.id, payment: payment.id, in: payment.total.currency,
            [
                (.processor, -refund.amountMinor),
                (.payee(payment.payee), refund.reversedMinor - feeReturned), (.feeRevenue, feeReturned),
                (.receivable(payment.payee), owed), (.processorFee, -kept),
            ])
    }

    /// Returns the posting for a debt that was collected from the payee's account.
    static func collected(_ amount: Money, from payee: String, reference: String) throws(LedgerError)
        -> Posting
    {
        try move(
            .transferReversal, reference, amount.minorUnits, amount.currency, from: .receivable(payee),
            to: .payee(payee))
    }

    /// Returns the posting for a transfer that repays the platform's debt to a payee.
    static func repaid(_ amount: Money, to payee: String, reference: String) throws(LedgerError) -> Posting {
        try move(
            .transfer, reference, amount.minorUnits, amount.currency, from: .payee(payee),
            to: .receivable(payee))
    }

    /// Returns the posting for a refund that the payer's bank sent back. For a destination charge, the
    /// platform now has the money and owes it to the payee. For other charges, the shares of the payee and
    /// the platform increase by the amounts in `back`, which are negative.
    ///
    /// Source: Stripe documentation, "Handle failed refunds".
    static func refundFailed(_ refund: PaymentRefund, of payment: Payment, _ back: GivenBack)
        throws(LedgerError) -> Posting
    {
        let owners: [Amount] =
            switch payment.form {
            case .destination(let payee): [(.receivable(payee), -refund.amountMinor)]
            case .held, .platform: back.amounts(of: payment)
            }
        return try Posting(
            .refundFailed, refund.id, payment: refund.payment, in: payment.total.currency,
            [(.processor, refund.amountMinor)] + owners)
    }
}

extension Payment {
    /// Returns the part of a returned application fee, in minor units, that the processor keeps as its own
    /// fee. The part is rounded up, so that the platform's net amount is never negative.
    func keptByProcessor(ofReturnedFee returned: Int64) -> Int64 {
        guard applicationFeeMinor > 0, returned > 0 else { return 0 }
        let share = returned.multipliedFullWidth(by: min(processorFeeMinor, applicationFeeMinor))
        let (quotient, remainder) = applicationFeeMinor.dividingFullWidth(share)
        return quotient + (remainder == 0 ? 0 : 1)
    }
}
