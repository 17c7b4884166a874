import MoneyKit

extension Posting {
    /// The payer's bank took money; the processor took its fee for that.
    ///
    /// - Parameters:
    ///   - minor: What the bank took, in minor units.
    ///   - reference: The dispute, or what tells a second taking from the first.
    static func disputeOpened(_ minor: Int64, of payment: Payment, feeMinor: Int64, reference: String)
        throws(LedgerError) -> Posting
    {
        let currency = payment.total.currency
        return try Posting(
            .disputeOpened, reference, payment: payment.id,
            [
                LedgerEntry(.processor, Money(-minor - feeMinor, currency)),
                LedgerEntry(.disputed(payment.id), Money(minor, currency)),
                LedgerEntry(payment.form.disputeFeeAccount, Money(feeMinor, currency)),
            ])
    }

    /// The bank gave back what it took.
    ///
    /// - Parameter feeMinor: What of the processor's fee came back with it.
    static func disputeWon(_ minor: Int64, of payment: Payment, feeMinor: Int64, reference: String)
        throws(LedgerError) -> Posting
    {
        let currency = payment.total.currency
        return try Posting(
            .disputeWon, reference, payment: payment.id,
            [
                LedgerEntry(.processor, Money(minor + feeMinor, currency)),
                LedgerEntry(.disputed(payment.id), Money(-minor, currency)),
                LedgerEntry(payment.form.disputeFeeAccount, Money(-feeMinor, currency)),
            ])
    }

    /// The money is gone: the payee of a destination charge owes it whole, of another form the shares go back.
    ///
    /// - Parameter minor: In minor units; negative where a dispute that was lost is not lost any more.
    static func disputeLost(_ minor: Int64, of payment: Payment, _ back: GivenBack, reference: String)
        throws(LedgerError) -> Posting
    {
        let amount = Money(minor, payment.total.currency)
        let bearers: [LedgerEntry] =
            switch payment.form {
            case .destination(let payee): [LedgerEntry(.receivable(payee), amount)]
            case .held, .platform: back.entries(of: payment)
            }
        return try Posting(
            .disputeLost, reference, payment: payment.id,
            [LedgerEntry(.disputed(payment.id), Money(-minor, amount.currency))] + bearers)
    }
}
