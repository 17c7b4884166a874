import Giving
import HTMLKit
import MoneyKit

/// The funds of an organization and what they have got.
struct FundsPage: Hashable, Sendable {
    let organization: Organization
    let funds: [Fund]
    let totals: [FundTotal]
    let year: [FundTotal]
    let yearNumber: Int
    /// Whether who looks at it may change them.
    let mayChange: Bool

    var title: String { "Funds" }

    func body() throws -> HTML {
        guard !funds.isEmpty else {
            return "<h1>Funds</h1>\n<p class=\"note\">There is none yet.</p>\n\(add)"
        }
        let rows = try funds.map { fund -> [HTML] in
            let (all, year) = (totals.filter { $0.fund == fund.id }, year.filter { $0.fund == fund.id })
            let gifts = organization.adminPath(.gifts) + "?fund=\(fund.id)"
            return [
                "<a href=\"\(gifts)\">\(HTML.name(fund.name))</a>", "<span class=\"code\">\(fund.id)</span>",
                state(of: fund), "\(try FundTotal.sum(year, in: organization.currency).shown)",
                "\(try FundTotal.sum(all, in: organization.currency).shown)",
                "\(all.reduce(0) { $0 + $1.gifts })",
            ] + (mayChange ? [change(fund)] : [])
        }
        let columns: [AdminTable.Column] =
            [
                "Fund", "Id", "State", .number(String(yearNumber)), .number("In all"),
                .number("Gifts"),
            ] + (mayChange ? ["Change"] : [])
        return """
            <h1>Funds</h1>
            <p class="quiet">Gifts less refunds: without the fees that donors covered, and before any fee is taken.</p>
            \(AdminTable(caption: title, columns: columns, rows: rows).html)
            \(add)
            """
    }

    private var add: HTML {
        guard mayChange else { return .empty }
        let address = organization.adminPath(.newFund)
        return "<p class=\"ways\"><a href=\"\(address)\">Add a fund</a></p>"
    }

    private func change(_ fund: Fund) -> HTML {
        let address = organization.adminPath(.fund(fund.id))
        return "<a href=\"\(address)\">Change <span class=\"unseen\">\(HTML.name(fund.name))</span></a>"
    }

    private func state(of fund: Fund) -> HTML {
        let mark: HTML = fund.id == organization.defaultFund ? " \(HTML.badge("default"))" : ""
        guard fund.isOpen else { return HTML.badge("closed", .bad) }
        return HTML.badge("open", .good) + mark
    }
}
