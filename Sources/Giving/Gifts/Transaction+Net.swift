public import DatabaseKit
public import MoneyKit
public import PaymentCore
import TimeKit

extension Transaction {
    /// Returns a gift's net amount for its organization: the charge minus the fee, refunds and dispute
    /// losses. Returns nil if the gift was not paid.
    ///
    /// The amount can be negative, because the processor does not always return its fee when a gift is
    /// refunded.
    ///
    /// - Parameter asClosed: Whether to exclude entries that were recorded after the books of the gift's
    ///   month were closed.
    public func net(of gift: Gift, asClosed: Bool = false) throws -> Money? {
        guard gift.paidAt != nil else { return nil }
        let currency = gift.amount.currency
        guard let payment = gift.payment, let payee = try self.payment(payment)?.payee else {
            return Money(gift.total.minorUnits - gift.feeMinor, currency)
        }
        // Both accounts have credit balances. A posting that collects a debt only moves money between them, and does
        // not belong to a payment.
        let accounts = [LedgerAccount.payee(payee), .receivable(payee)]
        let last =
            asClosed
            ? try closedMonth(of: gift.organization, from: CalendarMonth(of: gift.listedOn))?.lastPosting
            : nil
        let entries = try postings(ofPayment: payment, limit: 1000)
            .filter { $0.number <= last ?? .max }.flatMap(\.posting.entries)
        let minor = entries.filter { accounts.contains($0.account) }.reduce(0) { $0 + $1.amount.minorUnits }
        return Money(-minor, currency)
    }
}

extension Transaction {
    /// Returns the gifts that the lines of a payout refer to, keyed by payment id.
    public func gifts(of match: PayoutMatch) throws -> [String: Gift] {
        let payments = Set(match.lines.flatMap(\.parts).compactMap(\.payment))
        let gifts = try gifts(payments: payments.sorted())
        return Dictionary(
            gifts.compactMap { gift in gift.payment.map { ($0, gift) } }, uniquingKeysWith: { $1 })
    }
}
