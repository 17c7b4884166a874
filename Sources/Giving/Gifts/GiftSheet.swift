public import MoneyKit
import PaymentCore
public import TextKit
import TimeKit

/// Gifts for a spreadsheet: the same lines wherever they are asked for.
public enum GiftSheet {
    /// The names of the columns.
    public static let head: [CSVLine.Field] = [
        "date", "time", "gift", "org", "fund", "fund_name", "donor", "donor_name", "donor_email", "status",
        "amount", "covered_fee", "charged", "refunded", "fee", "net", "currency", "receipt_number",
        "monthly_gift", "mark",
    ]

    /// The line of a gift; fee and net are empty where nothing was paid.
    ///
    /// The day and the fund's name are those of the time at which it was made.
    ///
    /// - Parameter net: What the gift has brought its organization, as the ledger says it.
    public static func line(_ gift: Gift, net: Money?) -> [CSVLine.Field] {
        func field(_ minor: Int64) -> CSVLine.Field { .amount(Money(minor, gift.amount.currency)) }
        let (who, what): ([CSVLine.Field], [CSVLine.Field]) = (
            [
                .text(gift.madeOn.iso8601), .text(gift.created.iso8601), .text(gift.id),
                .text(gift.organization),
                .text(gift.fund), .text(gift.fundName), .text(gift.donor ?? ""),
                .text(gift.giver?.name ?? ""),
                .text(gift.giver?.email ?? ""),
            ],
            [
                .text(gift.status.rawValue), .amount(gift.amount), field(gift.coveredFeeMinor),
                .amount(gift.total), field(gift.refundedMinor), net == nil ? "" : field(gift.feeMinor),
                net.map(CSVLine.Field.amount) ?? "",
            ]
        )
        return who + what + [
            .text(gift.amount.currency.code), .text(gift.receiptNumber ?? ""), .text(gift.recurring ?? ""),
            .text(TestMark.sentence),
        ]
    }
}

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
