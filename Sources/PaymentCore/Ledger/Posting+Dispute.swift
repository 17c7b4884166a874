import MoneyKit

extension Posting {
    /// Returns the posting for money that the payer's bank has withdrawn, and for the processor's dispute
    /// fee. The reference of the first withdrawal is the dispute's id. Each later withdrawal has a unique
    /// reference.
    static func disputeOpened(_ minor: Int64, of payment: Payment, feeMinor: Int64, reference: String)
        throws(LedgerError) -> Posting
    {
        try Posting(
            .disputeOpened, reference, payment: payment.id, in: payment.total.currency,
            [
                (.processor, -minor - feeMinor), (.disputed(payment.id), minor),
                (payment.form.disputeFeeAccount, feeMinor),
            ])
    }

    /// Returns the posting for money that the payer's bank has returned. `feeMinor` is the part of the
    /// processor's dispute fee that was returned, in minor units.
    static func disputeWon(_ minor: Int64, of payment: Payment, feeMinor: Int64, reference: String)
        throws(LedgerError) -> Posting
    {
        try Posting(
            .disputeWon, reference, payment: payment.id, in: payment.total.currency,
            [
                (.processor, minor + feeMinor), (.disputed(payment.id), -minor),
                (payment.form.disputeFeeAccount, -feeMinor),
            ])
    }

    /// Returns the posting for the loss of a dispute. The payee of a destination charge owes the whole
    /// amount. For other charges, the shares of the payee and the platform are reduced.
    ///
    /// The amount is negative if a dispute that was lost is reopened or won.
    static func disputeLost(_ minor: Int64, of payment: Payment, _ back: GivenBack, reference: String)
        throws(LedgerError) -> Posting
    {
        let bearers: [Amount] =
            switch payment.form {
            case .destination(let payee): [(.receivable(payee), minor)]
            case .held, .platform: back.amounts(of: payment)
            }
        return try Posting(
            .disputeLost, reference, payment: payment.id, in: payment.total.currency,
            [(.disputed(payment.id), -minor)] + bearers)
    }
}
