import Documents
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
                        style.short(gift.id), names.moment(of: gift),
                        gift.giver.listed, "\(gift.organization)/\(gift.fund)", gift.amountListed,
                        gift.status.word(style: style),
                    ]
                }, numbers: ["when", "amount"], shrinking: ["donor", "to"], style: style)
    }

    /// The amount in a list: amounts stand below each other, and what is monthly says so before it.
    var amountListed: String { (recurring == nil ? "" : "monthly ") + amount.shown }

    /// A line of a sheet.
    func sheetLine(names: GivingNames) -> [CSVLine.Field] { GiftSheet.line(self, net: names.net(of: self)) }
}
