import MoneyKit

extension Posting {
    /// The payer's bank took the money; the processor took its fee for that, which the payee owes.
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
                LedgerEntry(.receivable(payment.payee), Money(feeMinor, currency)),
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
                LedgerEntry(.receivable(payment.payee), Money(-feeMinor, currency)),
            ])
    }

    /// The money is gone: the payee owes it.
    static func disputeLost(_ dispute: PaymentDispute, of payment: Payment) throws(LedgerError) -> Posting {
        let amount = Money(dispute.amountMinor, payment.total.currency)
        return try Posting(
            .disputeLost, dispute.id, payment: payment.id,
            [
                LedgerEntry(.disputed(payment.id), Money(-amount.minorUnits, amount.currency)),
                LedgerEntry(.receivable(payment.payee), amount),
            ])
    }
}
