public import MoneyKit
public import TextKit
import TimeKit

/// The CSV format for lists of gifts, for use in spreadsheets.
public enum GiftSheet {
    /// The column names of the CSV file.
    public static let head: [CSVLine.Field] = [
        "date", "time", "gift", "org", "fund", "fund_name", "donor", "donor_name", "donor_email", "status",
        "amount", "covered_fee", "charged", "refunded", "fee", "net", "currency", "receipt_number",
        "monthly_gift", "mark",
    ]

    /// Returns the CSV line of a gift. The fee and the net amount are empty if the gift is unpaid.
    ///
    /// The line contains the day under which the gift is listed, and the fund's name at the time of the gift.
    ///
    /// - Parameters:
    ///   - gift: The gift.
    ///   - net: The gift's net amount for its organization, according to the ledger; nil if the gift is
    ///     unpaid.
    public static func line(_ gift: Gift, net: Money?) -> [CSVLine.Field] {
        func field(_ minor: Int64) -> CSVLine.Field { .amount(Money(minor, gift.amount.currency)) }
        let (who, what): ([CSVLine.Field], [CSVLine.Field]) = (
            [
                .date(gift.listedOn.iso8601), .date(gift.created.iso8601), .text(gift.id),
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
