import Giving
import HTMLKit
import MoneyKit
import TimeKit

/// The page that lists the donors of an organization, with links to their statements for a year.
struct AdminStatementsPage: PageContent {
    /// A donor with the totals of their gifts.
    struct Row: Sendable {
        let donor: Donor
        /// The totals for each currency, over all years.
        let totals: [DonorTotal]
    }

    let organization: Organization
    let year: Int
    let givers: [Row]
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
        guard !givers.isEmpty else { return "<p class=\"note\">No gifts yet.</p>" }
        let rows = givers.map { giver -> [HTML] in
            let paper =
                organization.adminPath(.statement(donor: giver.donor.id)) + "?year=\(year)"
            let last = giver.totals.max { $0.last < $1.last }
            return [
                "<a href=\"\(organization.adminPath(.donor(giver.donor.id)))\">\(HTML.name(last?.name ?? ""))</a>",
                "\(giver.donor.email)", "\(giver.totals.map(\.amount).shown)",
                last.map { organization.calendar.date(of: $0.last).time } ?? "–",
                "<a href=\"\(paper)\">Statement \(year)</a>",
            ]
        }
        return AdminTable(
            caption: title,
            columns: [
                .text("Donor").part(.title), .text("E-mail").part(.line), .number("Gifts less refunds"),
                "Last gift", .text("Statement").part(.status),
            ], rows: rows
        ).html
    }

    private var more: HTML {
        guard hasMore, let last = givers.last else { return .empty }
        return "<p><a href=\"\(address)?year=\(year)&amp;after=\(last.donor.id)\" rel=\"next\">Older</a></p>"
    }
}
