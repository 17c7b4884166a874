package import DatabaseKit
package import Giving
import MoneyKit

/// A fund with the total amounts of its gifts.
package struct FundWithTotals: Documented, Sendable {
    package let fund: Fund
    /// The totals, one per currency.
    package let totals: [FundTotal]

    package static let fields = DocumentFields<FundWithTotals>(named: "fund_with_totals") {
        Fund.fields(of: \.fund)
        Field("totals", "the amounts received, one per currency", each: total) { $0.totals }
    }

    private static let total = DocumentFields<FundTotal> {
        Field(
            "amount_minor",
            "gifts minus refunds; covered fees are not included, and other fees are not deducted"
        ) {
            $0.amount.minorUnits
        }
        Field("currency") { $0.amount.currency.code }
        Field("gifts", "the number of gifts in this total") { $0.gifts }
    }
}

extension Transaction {
    /// Returns all funds of an organization, ordered by id, each with the total amounts of its gifts.
    package func fundsWithTotals(of organization: String) throws -> [FundWithTotals] {
        let totals = try fundTotals(ofOrganization: organization)
        return try funds(of: organization, limit: Fund.mostPerOrganization).map { fund in
            FundWithTotals(fund: fund, totals: totals.filter { $0.fund == fund.id })
        }
    }
}
