package import DatabaseKit
package import Giving
import MoneyKit
import TextKit
import TimeKit

/// A donor with the total amounts of the donor's gifts.
package struct DonorSummary: Sendable {
    package let donor: Donor
    /// The donor's totals, one per organization and currency. If the list is limited to one organization,
    /// only that organization's totals are included.
    package let totals: [DonorTotal]

    package init(_ donor: Donor, of organization: String?, in transaction: Transaction) throws {
        self.donor = donor
        totals = try transaction.totals(ofDonor: donor.id)
            .filter { organization == nil || $0.organization == organization }
    }

    package var gifts: Int { totals.reduce(0) { $0 + $1.gifts } }
    package var last: DonorTotal? { totals.max { $0.last < $1.last } }

    package var document: JSONValue {
        [
            "object": "donor", "id": donor.id.json, "email": donor.email.json, "created": donor.created.json,
            "gifts": gifts.json, "last_gift": JSONValue(last?.last),
            "totals": .array(
                totals.map { total in
                    [
                        "org": total.organization.json, "amount_minor": total.amount.minorUnits.json,
                        "currency": total.amount.currency.code.json, "gifts": total.gifts.json,
                        "last_gift": total.last.json, "name": total.name.json, "phone": total.phone.json,
                    ]
                }),
        ]
    }
}
