package import DatabaseKit
package import Giving
import MoneyKit
package import PaymentCore
import TextKit
import TimeKit

/// An organization with its funds, its account and its debt, for display.
package struct OrganizationDetails: Documented, Sendable {
    package let organization: Organization
    package let funds: [Fund]
    package let payee: Payee?
    /// The organization's debt to the platform in minor units, from refunds and disputes that the
    /// organization's account could not cover.
    ///
    /// Negative if the platform owes the organization money, for example after a failed refund.
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

    /// The state of the account's onboarding, or `none` if the organization has no account.
    package var onboarding: String { payee?.onboarding.rawValue ?? "none" }

    package static let fields = DocumentFields<OrganizationDetails>("org") {
        Field("id", "the id in URLs and on tags") { $0.organization.id }
        Field("name", "the display name") { $0.organization.displayName }
        Field("aliases", "other names that URLs may use, matched exactly") { $0.organization.aliases }
        Field("logo") { $0.organization.logo }
        Field("color", "the main color of the pages, as # and 6 hexadecimal digits") {
            $0.organization.color
        }
        Field("currency", "ISO 4217, in lower case") { $0.organization.currency.code }
        Field("time_zone", "IANA") { $0.organization.timeZone }
        Field("country", "ISO 3166") { $0.organization.country }
        Field("tax_id") { $0.organization.taxID }
        Field("default_minor", "the suggested amount") { $0.organization.defaultMinor }
        Field("least_minor", "the smallest gift") { $0.organization.leastMinor }
        Field("most_minor", "the largest gift") { $0.organization.mostMinor }
        Field("presets_minor", "the amounts that donors can choose from") { $0.organization.presetsMinor }
        Field("platform_fee_basis_points") { $0.organization.platformFee.rawValue }
        Field("statement_descriptor") { $0.organization.statementDescriptor }
        Field("status") { $0.organization.status }
        Field("account", "the organization's account at the processor") { $0.organization.account }
        Field("onboarding") { $0.onboarding }
        Field("payable", "whether the processor accepts charges for the organization") {
            $0.payee?.takesCharges ?? false
        }
        Field(
            "owed_minor",
            "the amount that the organization owes the platform; negative if the platform owes money"
        ) { $0.owedMinor }
        Field("default_fund", "the fund for gifts that do not specify a fund") { $0.organization.defaultFund }
        Field("funds", "all funds, including closed ones") { $0.funds }
        Field("created") { $0.organization.created }
    }
}

extension OrganizationFields {
    /// The fields of a request that adds or changes an organization, except the name.
    package static let fields: [RequestField<OrganizationFields>] = [
        RequestField(
            .optional("logo", .textOrEmpty, "an https URL; an empty string removes the logo"), sets: \.logo),
        RequestField(
            .optional(
                "color", .textOrEmpty,
                "the main color of the pages: # and 3 or 6 hexadecimal digits; an empty string removes the color"
            ),
            sets: \.color),
        RequestField(
            .optional(
                "currency", .text(), "an ISO 4217 code; default: usd; the currency cannot be changed later"),
            sets: \.currency),
        RequestField(
            .optional("time_zone", .text(), "an IANA name such as America/Chicago; default: UTC"),
            sets: \.timeZone),
        RequestField(
            .optional("country", .text(), "a two-letter ISO 3166 code; determines the wording of receipts"),
            sets: \.country),
        RequestField(
            .optional(
                "tax_id", .textOrEmpty,
                "in the US, the EIN, such as 12-3456789; an empty string removes the tax id"),
            sets: \.taxID),
        RequestField(
            .optional(
                "default_minor", .number(1 ... .max),
                "the suggested amount; default: 5000, or 50000 in a currency with three decimals"),
            setsAmount: \.defaultAmount),
        RequestField(
            .optional(
                "least_minor", .number(1 ... .max),
                "the smallest gift; default: 500, or 5000 in a currency with three decimals"),
            setsAmount: \.leastAmount),
        RequestField(
            .optional(
                "most_minor", .number(1 ... .max),
                "the largest gift; default: 1000000, or 10000000 in a currency with three decimals"),
            setsAmount: \.mostAmount),
        RequestField(
            .optional(
                "presets_minor", .list(of: .number(1 ... .max)), "the amounts that donors can choose from"),
            setsAmounts: \.presets),
        RequestField(
            .optional(
                "platform_fee_basis_points", .number(0 ... .max),
                "the platform's fee, in hundredths of a percent; charged in addition to the processor's fee"),
            sets: \.platformFeeBasisPoints),
        RequestField(
            .optional("statement_descriptor", .text(), "the text on card statements: 5 to 22 characters"),
            sets: \.statementDescriptor),
    ]
}
