public import MoneyKit
public import PaymentCore
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
    public static func line(_ gift: Gift) -> [CSVLine.Field] {
        func field(_ minor: Int64) -> CSVLine.Field { .amount(Money(minor, gift.amount.currency)) }
        let net = gift.net
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

extension Gift {
    /// What the gift has brought its organization, by what the gift itself says: what was charged, less the fee and
    /// refunds. Nil if nothing was paid.
    ///
    /// For sheets, in which a gift of a closed month stays what it was. `net(of:)` knows what a dispute cost, too.
    public var net: Money? {
        guard paidAt != nil else { return nil }
        let kept = status == .disputed ? 0 : total.minorUnits - refundedMinor
        return Money(kept - feeMinor, amount.currency)
    }
}

extension PaymentRecords where Self: LedgerRecords {
    /// What a gift has brought its organization, as the ledger says: what was charged, less the fee, refunds, and what a
    /// dispute cost. Below zero if the processor keeps its fee of a gift that was refunded. Nil if nothing was paid.
    public func net(of gift: Gift) throws -> Money? {
        guard gift.paidAt != nil, let id = gift.payment, let payment = try self.payment(id) else {
            return gift.net
        }
        // Both are credits; what is collected of a debt belongs to no payment, and moves it between the two.
        let accounts = [LedgerAccount.payee(payment.payee), .receivable(payment.payee)]
        let entries = try postings(ofPayment: id, limit: 1000).flatMap(\.posting.entries)
        let minor = entries.filter { accounts.contains($0.account) }.reduce(0) { $0 + $1.amount.minorUnits }
        return Money(-minor, gift.amount.currency)
    }
}
