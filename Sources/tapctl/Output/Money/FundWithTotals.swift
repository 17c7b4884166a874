import DatabaseKit
import Documents
import Giving
import MoneyKit

/// A fund with what it has got.
struct FundWithTotals: Sendable {
    let fund: Fund
    /// One a currency.
    let totals: [FundTotal]

    /// The document of `docs/json.md`.
    var document: JSONValue {
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
    /// All funds of an organization, by id.
    func fundsWithTotals(of organization: String) throws -> [FundWithTotals] {
        let totals = try fundTotals(ofOrganization: organization)
        return try funds(of: organization, limit: Fund.mostPerOrganization).map { fund in
            FundWithTotals(fund: fund, totals: totals.filter { $0.fund == fund.id })
        }
    }
}
