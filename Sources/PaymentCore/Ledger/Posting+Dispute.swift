import MoneyKit

extension Posting {
    /// The payer's bank took the money; the processor took its fee for that.
    static func disputeOpened(_ dispute: PaymentDispute, of payment: Payment, feeMinor: Int64)
        throws(LedgerError)
        -> Posting
    {
        let currency = payment.total.currency
        return try Posting(
            .disputeOpened, dispute.id, payment: payment.id,
            [
                LedgerEntry(.processor, Money(-dispute.amountMinor - feeMinor, currency)),
                LedgerEntry(.disputed(payment.id), Money(dispute.amountMinor, currency)),
                LedgerEntry(payment.form.disputeFeeAccount, Money(feeMinor, currency)),
            ])
    }

    /// The bank gave back what it took.
    ///
    /// - Parameter feeMinor: What of the processor's fee came back with it.
    static func disputeWon(_ dispute: PaymentDispute, of payment: Payment, feeMinor: Int64)
        throws(LedgerError)
        -> Posting
    {
        let currency = payment.total.currency
        return try Posting(
            .disputeWon, dispute.id, payment: payment.id,
            [
                LedgerEntry(.processor, Money(dispute.amountMinor + feeMinor, currency)),
                LedgerEntry(.disputed(payment.id), Money(-dispute.amountMinor, currency)),
                LedgerEntry(payment.form.disputeFeeAccount, Money(-feeMinor, currency)),
            ])
    }

    /// The money is gone: the payee of a destination charge owes it whole, of another form the shares go back.
    static func disputeLost(_ dispute: PaymentDispute, of payment: Payment, _ back: GivenBack)
        throws(LedgerError) -> Posting
    {
        let amount = Money(dispute.amountMinor, payment.total.currency)
        let bearers: [LedgerEntry] =
            switch payment.form {
            case .destination(let payee): [LedgerEntry(.receivable(payee), amount)]
            case .held, .platform: back.entries(of: payment)
            }
        return try Posting(
            .disputeLost, dispute.id, payment: payment.id,
            [LedgerEntry(.disputed(payment.id), Money(-amount.minorUnits, amount.currency))] + bearers)
    }
}
