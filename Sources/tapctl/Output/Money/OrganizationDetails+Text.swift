import DatabaseKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

extension OrganizationDetails: LabeledResult {
    /// Returns the organization as human-readable lines, each with a label and a value.
    func lines(style: Style) -> [LabeledLine] {
        func shown(_ minor: Int64) -> String { Money(minor, organization.currency).shown }
        let aliases = organization.aliases.map(printable).joined(separator: "\n")
        return labeled([
            "org": organization.id, "name": printable(organization.displayName),
            "status": status(style: style),
            "account": [organization.account, onboarding].compactMap(\.self).joined(separator: ", "),
            "gifts":
                "\(shown(organization.leastMinor)) to \(shown(organization.mostMinor)); suggested amount: \(shown(organization.defaultMinor))",
            "on card statements": organization.statementDescriptor, "time zone": organization.timeZone,
            "funds": funds.isEmpty
                ? "none; `tapctl fund add` adds one" : funds.map(name).joined(separator: "\n"),
            "color": organization.color, "other names": aliases.isEmpty ? nil : aliases,
            "owes": owedMinor > 0 ? style.yellow(shown(owedMinor)) : nil,
            "is owed": owedMinor < 0 ? style.yellow(shown(-owedMinor)) : nil,
        ])
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
