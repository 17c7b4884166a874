import MoneyKit

extension Posting {
    /// Returns the posting that offsets a payee's debt against the held money of a payment. No money moves at
    /// the processor.
    static func offset(_ minor: Int64, of payment: Payment, payee: String, reference: String)
        throws(LedgerError) -> Posting
    {
        try move(
            .offset, reference, payment: payment.id, minor, payment.total.currency,
            from: .receivable(payee), to: .held(payment.id))
    }
}
