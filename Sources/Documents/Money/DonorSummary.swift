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
            "object": "donor", "id": .string(donor.id), "email": .string(donor.email),
            "created": .string(donor.created.iso8601), "gifts": .int(gifts),
            "last_gift": JSONValue(last?.last.iso8601),
            "totals": .array(
                totals.map { total in
                    [
                        "org": .string(total.organization),
                        "amount_minor": .int(Int(total.amount.minorUnits)),
                        "currency": .string(total.amount.currency.code), "gifts": .int(total.gifts),
                        "last_gift": .string(total.last.iso8601), "name": .string(total.name),
                        "phone": JSONValue(total.phone),
                    ]
                }),
        ]
    }
}
