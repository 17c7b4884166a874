import Giving
import MoneyKit
import TimeKit

extension DonorExport {
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "donor_export", "id": .string(donor.id), "name": .string(donor.name),
            "email": .string(donor.email), "phone": JSONValue(donor.phone),
            "created": .string(donor.created.iso8601), "gifts": .array(gifts.map(\.document)),
            "recurring": .array(monthlyGifts.map(\.document)),
            "receipts": .array(receipts.map(\.document)),
            "statements": .array(
                statements.map { ["org": .string($0.organization), "year": .int($0.year)] }),
        ]
    }

    /// The same for a person: who, and a list of each.
    func text(names: GivingNames, style: Style) -> String {
        let head = [
            ("donor", donor.id), ("name", printable(donor.name)), ("e-mail", printable(donor.email)),
            ("phone", donor.phone.map(printable) ?? "none"),
            ("since", names.moment(donor.created, of: gifts.first?.organization)),
        ]
        let tables = [
            [["gift", "when", "to", "amount", "status"]]
                + gifts.map { gift in
                    [
                        style.short(gift.id), names.moment(gift.created, of: gift.organization),
                        "\(gift.organization)/\(gift.fund)", gift.amount.shown,
                        gift.status.word(style: style),
                    ]
                },
            [["monthly gift", "since", "to", "amount", "status"]]
                + monthlyGifts.map { gift in
                    [
                        style.short(gift.id), names.moment(gift.created, of: gift.organization),
                        "\(gift.organization)/\(gift.fund)", gift.amount.shown,
                        gift.status.word(style: style),
                    ]
                },
            Receipt.rows(receipts, style: style),
            [["statement", "year"]] + statements.map { [$0.organization, String($0.year)] },
        ]
        let shown = tables.filter { $0.count > 1 }.map {
            table($0, numbers: ["when", "since", "amount", "total"], shrinking: ["to"], style: style)
        }
        return ([columns(head, style: style)] + shown).joined(separator: "\n\n")
    }
}
