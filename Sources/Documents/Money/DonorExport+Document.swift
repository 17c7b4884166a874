package import Giving
import MoneyKit
import TimeKit

extension DonorExport {
    package var document: JSONValue {
        [
            "object": "donor_export", "id": donor.id.json, "email": donor.email.json,
            "created": donor.created.json, "gifts": .array(gifts.map { $0.document.adding($0.giver) }),
            "recurring": .array(monthlyGifts.map { $0.document.adding($0.giver) }),
            "receipts": .array(receipts.map(\.document)),
            "notes": .array(
                notes.map { note in
                    [
                        "org": note.organization.json, "text": note.text.json, "changed": note.changed.json,
                    ]
                }),
            "statements": .array(
                statements.map { ["org": $0.organization.json, "year": $0.year.json] }),
        ]
    }
}

extension JSONValue {
    /// Returns a copy of the object with the name, e-mail address and phone number that the donor entered.
    /// All three are null if the donor's data was deleted.
    fileprivate func adding(_ giver: DonorDetails?) -> JSONValue {
        adding("donor_name", JSONValue(giver?.name)).adding("donor_email", JSONValue(giver?.email))
            .adding("donor_phone", JSONValue(giver?.phone))
    }
}
