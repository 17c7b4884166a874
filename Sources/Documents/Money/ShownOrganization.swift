package import DatabaseKit
package import Giving
import MoneyKit
package import PaymentCore
import TextKit
import TimeKit

/// An organization with its funds, its account and its debt, for display.
package struct ShownOrganization: Sendable {
    package let organization: Organization
    package let funds: [Fund]
    package let payee: Payee?
    /// The organization's debt to the platform, in minor units: returned money that could not be taken from its
    /// account. Negative if the platform owes the organization, as for a refund that came back.
    package let owedMinor: Int64

    package init(_ organization: Organization, in transaction: Transaction) throws {
        self.organization = organization
        funds = try transaction.funds(of: organization.id, limit: Fund.mostPerOrganization)
        payee = try organization.account.flatMap { try transaction.payee($0) }
        owedMinor =
            try organization.account.map {
                try transaction.balance(of: .receivable($0), in: organization.currency)
            } ?? 0
    }

    /// The onboarding state, or `none` without an account.
    package var onboarding: String { payee?.onboarding.rawValue ?? "none" }

    package var document: JSONValue {
        [
            "object": "org", "id": .string(organization.id), "name": .string(organization.displayName),
            "aliases": .array(organization.aliases.map(JSONValue.string)),
            "logo": JSONValue(organization.logo),
            "currency": .string(organization.currency.code), "time_zone": .string(organization.timeZone),
            "country": .string(organization.country), "tax_id": JSONValue(organization.taxID),
            "default_minor": .int(Int(organization.defaultMinor)),
            "least_minor": .int(Int(organization.leastMinor)),
            "most_minor": .int(Int(organization.mostMinor)),
            "presets_minor": .array(organization.presetsMinor.map { .int(Int($0)) }),
            "platform_fee_basis_points": .int(Int(organization.platformFee.rawValue)),
            "statement_descriptor": .string(organization.statementDescriptor),
            "status": .string(organization.status.rawValue), "account": JSONValue(organization.account),
            "onboarding": .string(onboarding), "payable": .bool(payee?.takesCharges ?? false),
            "owed_minor": .int(Int(owedMinor)), "default_fund": JSONValue(organization.defaultFund),
            "funds": .array(funds.map(\.document)), "created": .string(organization.created.iso8601),
        ]
    }
}

extension Fund {
    package var document: JSONValue {
        [
            "object": "fund", "id": .string(id), "org": .string(organization), "name": .string(name),
            "open": .bool(isOpen), "one_time": .bool(offersOneTime), "monthly": .bool(offersMonthly),
            "created": .string(created.iso8601),
        ]
    }
}
