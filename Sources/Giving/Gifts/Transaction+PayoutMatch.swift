public import DatabaseKit
public import PaymentCore

extension Transaction {
    /// The gifts that the lines of a payout are about, by payment.
    public func gifts(of match: PayoutMatch) throws -> [String: Gift] {
        let payments = Set(match.lines.flatMap(\.parts).compactMap(\.payment))
        let gifts = try payments.compactMap { payment in try gift(payment: payment).map { (payment, $0) } }
        return Dictionary(gifts, uniquingKeysWith: { $1 })
    }
}
