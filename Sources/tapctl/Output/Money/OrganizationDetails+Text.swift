import DatabaseKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

extension OrganizationDetails {
    /// Returns the organization as human-readable lines, each with a label and a value.
    func lines(style: Style) -> [(label: String, value: String)] {
        func shown(_ minor: Int64) -> String { Money(minor, organization.currency).shown }
        var rows = [
            ("org", organization.id), ("name", printable(organization.displayName)),
            ("status", status(style: style)),
            ("account", [organization.account, onboarding].compactMap(\.self).joined(separator: ", ")),
            (
                "gifts",
                "\(shown(organization.leastMinor)) to \(shown(organization.mostMinor)); suggested amount: \(shown(organization.defaultMinor))"
            ),
            ("on card statements", organization.statementDescriptor),
            ("time zone", organization.timeZone),
            (
                "funds",
                funds.isEmpty ? "none; `tapctl fund add` adds one" : funds.map(name).joined(separator: "\n")
            ),
        ]
        if let color = organization.color { rows.append(("color", color)) }
        if !organization.aliases.isEmpty {
            rows.append(("other names", organization.aliases.map(printable).joined(separator: "\n")))
        }
        if owedMinor > 0 { rows.append(("owes", style.yellow(shown(owedMinor)))) }
        if owedMinor < 0 { rows.append(("is owed", style.yellow(shown(-owedMinor)))) }
        return rows
    }

    /// Returns the organization's status in words, in color if the style has colors.
    func status(style: Style) -> String {
        organization.status == .active ? style.green("active") : style.red(organization.status.word)
    }

    private func name(_ fund: Fund) -> String {
        let marks = [fund.id == organization.defaultFund ? "default" : nil, fund.isOpen ? nil : "closed"]
        let suffix = marks.compactMap(\.self).joined(separator: ", ")
        return "\(fund.id)  \(printable(fund.name))" + (suffix.isEmpty ? "" : "  (\(suffix))")
    }
}
