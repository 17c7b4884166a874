import Giving
import HTMLKit
import MoneyKit
import TimeKit

/// The page that lists the donors who have a statement for a year, sorted by name, with links to the
/// statements.
struct AdminStatementsPage: PageContent {
    let organization: Organization
    let year: Int
    let totals: [StatementTotal]
    let hasMore: Bool

    var title: String { "Statements \(year)" }

    private var address: String { organization.adminPath(.statements) }

    var body: HTML {
        """
        <h1>\(title)</h1>
        <form class="filter short" method="get" action="\(address)">
        <label class="field">Year
        <input type="text" name="year" inputmode="numeric" maxlength="4" value="\(year)"></label>
        <button>Show</button>
        </form>
        \([list, more])
        """
    }

    private var list: HTML {
        guard !totals.isEmpty else { return "<p class=\"note\">No statements for \(year).</p>" }
        let rows = totals.map { total -> [HTML] in
            let paper = organization.adminPath(.statement(donor: total.donor)) + "?year=\(year)"
            return [
                "<a href=\"\(organization.adminPath(.donor(total.donor)))\">\(.name(total.name))</a>",
                "\(total.email)", "\(total.sum.total.shown)", total.lastGift?.time ?? "–",
                "<a href=\"\(paper)\">Statement \(year)</a>",
            ]
        }
        return AdminTable(
            caption: title,
            columns: [
                .title("Donor"), .line("E-mail"), .number("Total \(year)"),
                "Last gift", .status("Statement"),
            ], rows: rows
        ).html
    }

    private var more: HTML {
        guard hasMore, let last = totals.last else { return .empty }
        return
            "<p><a href=\"\(address)?year=\(year)&amp;after=\(last.donor)\" rel=\"next\">More donors</a></p>"
    }
}
