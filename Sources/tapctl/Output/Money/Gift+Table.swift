import Giving
import MoneyKit
import TextKit
import TimeKit

extension Gift {
    /// Gifts for a person, a line each.
    static func table(_ gifts: [Gift], names: GivingNames, style: Style) -> String {
        tapctl.table(
            [["gift", "when", "donor", "to", "amount", "status"]]
                + gifts.map { gift in
                    [
                        style.short(gift.id), names.moment(gift.created, of: gift.organization),
                        names.donorName(gift.donor), "\(gift.organization)/\(gift.fund)", gift.amount.shown,
                        gift.status.word(style: style),
                    ]
                }, numbers: ["when", "amount"], shrinking: ["donor", "to"], style: style)
    }

    /// The head of a sheet.
    static let sheetHead: [CSVLine.Field] = [
        "date", "time", "gift", "org", "fund", "fund_name", "donor", "donor_name", "donor_email", "status",
        "amount", "covered_fee", "charged", "refunded", "fee", "net", "currency", "receipt_number",
        "monthly_gift", "mark",
    ]

    /// A line of a sheet; fee and net are those of the charge, and empty where nothing was paid.
    func sheetLine(names: GivingNames) -> [CSVLine.Field] {
        func field(_ minor: Int64) -> CSVLine.Field { .amount(Money(minor, amount.currency)) }
        let donor = names.donor(donor)
        return [
            .text(names.day(created, of: organization).iso8601), .text(created.iso8601), .text(id),
            .text(organization), .text(fund), .text(names.fund(fund, of: organization)),
            .text(donor?.id ?? ""), .text(donor?.name ?? ""), .text(donor?.email ?? ""),
            .text(status.rawValue), .amount(amount), field(coveredFeeMinor), .amount(total),
            field(refundedMinor), net == nil ? "" : field(feeMinor), net.map(CSVLine.Field.amount) ?? "",
            .text(amount.currency.code), .text(receiptNumber ?? ""), .text(recurring ?? ""),
            .text(TestMark.sentence),
        ]
    }

    /// What reached the organization of the charge, before anything went back; nil where nothing was paid.
    var net: Money? {
        paidAt == nil ? nil : Money(total.minorUnits - feeMinor, amount.currency)
    }
}
