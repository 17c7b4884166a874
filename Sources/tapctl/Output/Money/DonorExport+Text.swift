import Documents
import Giving
import MoneyKit
import TimeKit

extension DonorExport {
    /// The same for a person: who, and a list of each.
    func text(names: GivingNames, style: Style) -> String {
        let head = [
            ("donor", donor.id), ("e-mail", printable(donor.email)),
            ("since", names.moment(donor.created, of: gifts.first?.organization)),
        ]
        let tables = [
            [["gift", "when", "as", "to", "amount", "status"]]
                + gifts.map { gift in
                    [
                        style.short(gift.id), names.moment(of: gift),
                        gift.giver.withPhone, "\(gift.organization)/\(gift.fund)", gift.amountListed,
                        gift.status.word(style: style),
                    ]
                },
            [["monthly gift", "since", "as", "to", "amount", "status"]]
                + monthlyGifts.map { gift in
                    [
                        style.short(gift.id), names.moment(gift.created, of: gift.organization),
                        gift.giver.withPhone, "\(gift.organization)/\(gift.fund)", gift.amount.shown,
                        gift.status.word(style: style),
                    ]
                },
            Receipt.rows(receipts, style: style),
            [["statement", "year"]] + statements.map { [$0.organization, String($0.year)] },
        ]
        let shown = tables.filter { $0.count > 1 }.map {
            table($0, numbers: ["when", "since", "amount", "total"], shrinking: ["as", "to"], style: style)
        }
        return ([columns(head, style: style)] + shown).joined(separator: "\n\n")
    }
}

extension Giver? {
    /// What they called themselves, and their telephone number.
    fileprivate var withPhone: String {
        [self?.name, self?.phone].compactMap(\.self).map(printable).joined(separator: ", ")
    }
}
