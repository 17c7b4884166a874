import Documents
import Giving
import MoneyKit
import TimeKit

extension DonorExport {
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "donor_export", "id": .string(donor.id), "email": .string(donor.email),
            "created": .string(donor.created.iso8601),
            "gifts": .array(gifts.map { $0.document.adding($0.giver) }),
            "recurring": .array(monthlyGifts.map { $0.document.adding($0.giver) }),
            "receipts": .array(receipts.map(\.document)),
            "statements": .array(
                statements.map { ["org": .string($0.organization), "year": .int($0.year)] }),
        ]
    }

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

extension JSONValue {
    /// The same with what the donor wrote about themselves.
    fileprivate func adding(_ giver: Giver?) -> JSONValue {
        adding("donor_name", JSONValue(giver?.name)).adding("donor_email", JSONValue(giver?.email))
            .adding("donor_phone", JSONValue(giver?.phone))
    }
}

extension Giver? {
    /// What they called themselves, and their telephone number.
    fileprivate var withPhone: String {
        [self?.name, self?.phone].compactMap(\.self).map(printable).joined(separator: ", ")
    }
}
