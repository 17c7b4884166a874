import MoneyKit

extension Posting {
    /// Returns the posting that offsets a payee's debt against the held money of a payment. No money moves at
    /// the processor.
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
