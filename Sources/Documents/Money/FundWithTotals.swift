package import DatabaseKit
package import Giving
import MoneyKit

/// A fund with the totals of its gifts.
package struct FundWithTotals: Sendable {
    package let fund: Fund
    /// The totals, one per currency.
    package let totals: [FundTotal]

    package var document: JSONValue {
        fund.document.adding(
            "totals",
            .array(
                totals.map { total in
                    [
                        "amount_minor": .int(Int(total.amount.minorUnits)),
                        "currency": .string(total.amount.currency.code), "gifts": .int(total.gifts),
                    ]
                }))
    }
}

extension Transaction {
    /// Returns all funds of an organization with their totals, ordered by id.
    package func fundsWithTotals(of organization: String) throws -> [FundWithTotals] {
        let totals = try fundTotals(ofOrganization: organization)
        return try funds(of: organization, limit: Fund.mostPerOrganization).map { fund in
            FundWithTotals(fund: fund, totals: totals.filter { $0.fund == fund.id })
        }
    }
}
