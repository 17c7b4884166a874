public import MoneyKit
import PaymentCore
import TimeKit

extension GivingUnit {
    /// What a gift has brought its organization: what was charged, less the fee, refunds, and what a dispute cost. Below
    /// zero if the processor keeps its fee of a gift that was refunded. Nil if nothing was paid.
    ///
    /// - Parameter asClosed: If the books of its month are closed, what it had brought by then.
    public func net(of gift: Gift, asClosed: Bool = false) throws -> Money? {
        guard gift.paidAt != nil else { return nil }
        let currency = gift.amount.currency
        guard let payment = gift.payment, let payee = try self.payment(payment)?.payee else {
            return Money(gift.total.minorUnits - gift.feeMinor, currency)
        }
        // Both are credits; what is collected of a debt belongs to no payment, and moves it between the two.
        let accounts = [LedgerAccount.payee(payee), .receivable(payee)]
        let last =
            asClosed
            ? try closedMonth(of: gift.organization, from: CalendarMonth(of: gift.madeOn))?.lastPosting : nil
        let entries = try postings(ofPayment: payment, limit: 1000)
            .filter { $0.number <= last ?? .max }.flatMap(\.posting.entries)
        let minor = entries.filter { accounts.contains($0.account) }.reduce(0) { $0 + $1.amount.minorUnits }
        return Money(-minor, currency)
    }
}
