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
    func text(style: Style) -> String {
        let head = [
            ("donor", donor.id), ("name", printable(donor.name)), ("e-mail", printable(donor.email)),
            ("phone", donor.phone.map(printable) ?? "none"), ("since", donor.created.iso8601),
        ]
        let tables = [
            [["gift", "when", "to", "amount", "status"]]
                + gifts.map { gift in
                    [
                        gift.id, gift.created.iso8601, "\(gift.organization)/\(gift.fund)",
                        gift.amount.shown, gift.status.word(style: .plain),
                    ]
                },
            [["monthly gift", "since", "to", "amount", "status"]]
                + monthlyGifts.map { gift in
                    [
                        gift.id, gift.created.iso8601, "\(gift.organization)/\(gift.fund)",
                        gift.amount.shown, gift.status.word(style: .plain),
                    ]
                },
            [["receipt", "of", "total", "state"]]
                + receipts.map { [$0.number.text, $0.date.iso8601, $0.total.shown, $0.state.rawValue] },
            [["statement", "year"]] + statements.map { [$0.organization, String($0.year)] },
        ]
        let shown = tables.filter { $0.count > 1 }.map { table($0, style: style) }
        return ([columns(head, style: style)] + shown).joined(separator: "\n\n")
    }
}
