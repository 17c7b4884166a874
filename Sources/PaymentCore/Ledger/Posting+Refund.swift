import MoneyKit

extension Posting {
    /// Money goes back to the payer: of a destination charge as the processor takes it, else as the shares were.
    static func refund(_ refund: PaymentRefund, of payment: Payment, _ back: GivenBack) throws(LedgerError)
        -> Posting
    {
        guard payment.form.isReversedByProcessor else {
            return try Posting(
                .refund, refund.id, payment: payment.id,
                [LedgerEntry(.processor, Money(-refund.amountMinor, payment.total.currency))]
                    + back.entries(of: payment))
        }
        return try self.refund(refund, of: payment, feeReturned: back.feeMinor)
    }

    /// Money goes back to the payer; the payee gives it, and gets its share of the application fee back.
    ///
    /// What the payee's account could not give, it owes. The processor keeps what it took of the charge: the payee owes
    /// that share too (`passThrough`), so that the platform's net is never below zero.
    ///
    /// - Parameter feeReturned: What of the application fee went back, in minor units.
    static func refund(_ refund: PaymentRefund, of payment: Payment, feeReturned: Int64) throws(LedgerError)
        -> Posting
    {
        let currency = payment.total.currency
        let kept = payment.keptByProcessor(ofReturnedFee: feeReturned)
        let owed = refund.amountMinor - refund.reversedMinor + kept
        return try Posting(
            .refund, refund.id, payment: payment.id,
            [
                LedgerEntry(.processor, Money(-refund.amountMinor, currency)),
                LedgerEntry(.payee(payment.payee), Money(refund.reversedMinor - feeReturned, currency)),
                LedgerEntry(.feeRevenue, Money(feeReturned, currency)),
                LedgerEntry(.receivable(payment.payee), Money(owed, currency)),
                LedgerEntry(.processorFee, Money(-kept, currency)),
            ])
    }

    /// What a payee owed was taken from its account.
    static func collected(_ amount: Money, from payee: String, reference: String) throws(LedgerError)
        -> Posting
    {
        try Posting(
            .transferReversal, reference, payment: nil,
            [
                LedgerEntry(.payee(payee), amount),
                LedgerEntry(.receivable(payee), Money(-amount.minorUnits, amount.currency)),
            ])
    }

    /// What was owed to a payee went to its account.
    static func repaid(_ amount: Money, to payee: String, reference: String) throws(LedgerError) -> Posting {
        try Posting(
            .transfer, reference, payment: nil,
            [
                LedgerEntry(.receivable(payee), amount),
                LedgerEntry(.payee(payee), Money(-amount.minorUnits, amount.currency)),
            ])
    }

    /// The payer's bank sent a refund back: the platform holds the money, and owes it to the payee.
    ///
    /// Source: Stripe documentation, "Handle failed refunds".
    ///
    /// - Parameter back: What comes again, negative; used where the platform holds the shares.
    static func refundFailed(_ refund: PaymentRefund, of payment: Payment, _ back: GivenBack)
        throws(LedgerError) -> Posting
    {
        let amount = Money(refund.amountMinor, payment.total.currency)
        let owners: [LedgerEntry] =
            switch payment.form {
            case .destination(let payee):
                [LedgerEntry(.receivable(payee), Money(-amount.minorUnits, amount.currency))]
            case .held, .platform: back.entries(of: payment)
            }
        return try Posting(
            .refundFailed, refund.id, payment: refund.payment,
            [LedgerEntry(.processor, amount)] + owners)
    }
}

extension Payment {
    /// What of a returned application fee was the processor's and is not given back by it, rounded up: what is left
    /// to the platform is never below zero.
    func keptByProcessor(ofReturnedFee returned: Int64) -> Int64 {
        guard applicationFeeMinor > 0, returned > 0 else { return 0 }
        let share = returned.multipliedFullWidth(by: min(processorFeeMinor, applicationFeeMinor))
        let (quotient, remainder) = applicationFeeMinor.dividingFullWidth(share)
        return quotient + (remainder == 0 ? 0 : 1)
    }
}
