import MoneyKit

extension Posting {
    /// What a payee owes of a payment was taken from what is held of it: no money moved at the processor.
    static func offset(_ minor: Int64, of payment: Payment, payee: String, reference: String)
        throws(LedgerError) -> Posting
    {
        let currency = payment.total.currency
        return try Posting(
            .offset, reference, payment: payment.id,
            [
                LedgerEntry(.held(payment.id), Money(minor, currency)),
                LedgerEntry(.receivable(payee), Money(-minor, currency)),
            ])
    }
}
