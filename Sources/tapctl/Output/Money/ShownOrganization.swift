import DatabaseKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// An organization with what belongs to it, as it is shown.
struct ShownOrganization: Sendable {
    let organization: Organization
    let funds: [Fund]
    let payee: Payee?
    /// What it owes the platform: money that went back and could not be taken from its account. Negative: what the
    /// platform owes it, a refund that came back.
    let owedMinor: Int64

    init(_ organization: Organization, in transaction: Transaction) throws {
        self.organization = organization
        funds = try transaction.funds(of: organization.id, limit: Fund.mostPerOrganization)
        payee = try organization.account.flatMap { try transaction.payee($0) }
        owedMinor =
            try organization.account.map {
                try transaction.balance(of: .receivable($0), in: organization.currency)
            } ?? 0
    }

    /// How far the onboarding is, in a word.
    var onboarding: String { payee?.onboarding.rawValue ?? "none" }

    /// The document of `docs/json.md`.
    var document: JSONValue {
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

    /// Lines of a label and a value for a person.
    func lines(style: Style) -> [(label: String, value: String)] {
        func shown(_ minor: Int64) -> String { Money(minor, organization.currency).shown }
        var rows = [
            ("org", organization.id), ("name", printable(organization.displayName)),
            ("status", status(style: style)),
            ("account", [organization.account, onboarding].compactMap(\.self).joined(separator: ", ")),
            (
                "gifts",
                "\(shown(organization.leastMinor)) to \(shown(organization.mostMinor)), first \(shown(organization.defaultMinor))"
            ),
            ("on card statements", organization.statementDescriptor),
            ("time zone", organization.timeZone),
            (
                "funds",
                funds.isEmpty ? "none; `tapctl fund add` makes one" : funds.map(name).joined(separator: "\n")
            ),
        ]
        if !organization.aliases.isEmpty {
            rows.append(("other names", organization.aliases.map(printable).joined(separator: "\n")))
        }
        if owedMinor > 0 { rows.append(("owes", style.yellow(shown(owedMinor)))) }
        if owedMinor < 0 { rows.append(("is owed", style.yellow(shown(-owedMinor)))) }
        return rows
    }

    /// The status, with a colour that says nothing more.
    func status(style: Style) -> String {
        organization.status == .active ? style.green("active") : style.red(organization.status.word)
    }

    private func name(_ fund: Fund) -> String {
        let marks = [fund.id == organization.defaultFund ? "default" : nil, fund.isOpen ? nil : "closed"]
        let suffix = marks.compactMap(\.self).joined(separator: ", ")
        return "\(fund.id)  \(printable(fund.name))" + (suffix.isEmpty ? "" : "  (\(suffix))")
    }
}

extension Fund {
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "fund", "id": .string(id), "org": .string(organization), "name": .string(name),
            "open": .bool(isOpen), "one_time": .bool(offersOneTime), "monthly": .bool(offersMonthly),
            "created": .string(created.iso8601),
        ]
    }
}
