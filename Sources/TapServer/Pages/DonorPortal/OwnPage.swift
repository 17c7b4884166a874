import Giving
import HTMLKit
import MoneyKit
import TextKit
import TimeKit
import TokenKit

/// The page that lists the signed-in donor's gifts and monthly gifts.
struct OwnPage: PageContent {
    let own: OwnGifts
    let csrfToken: CSRFToken
    /// Whether this is the first page of the list, which begins with the newest gift.
    let isFirst: Bool

    let title = "Your gifts"

    var body: HTML {
        """
        <h1>Your gifts</h1>
        <p class="quiet">\(.name(own.donor.email))</p>
        \([isFirst ? monthly : .empty])
        <h2>Gifts</h2>
        \([gifts, further])
        <a class="button second" href="\(SessionCookie.path)/statements">Yearly statements</a>
        <a class="button second" href="\(SessionsPage.path)">Where you are signed in</a>
        \(csrfToken.signOutForm)
        """
    }

    private var monthly: HTML {
        guard !own.monthly.isEmpty else { return "<h2>Monthly gifts</h2>\n<p>You have no monthly gifts.</p>" }
        let rows = own.monthly.map { gift -> HTML in
            let recurring = gift.recurring
            return """
                <tr><th scope="row"><a href="\(MonthlyPage.path(of: recurring))">\(recurring.total.shown) every month</a><br>
                <small>\(.name(gift.fundName)), \(.name(gift.organization.displayName))</small></th>
                <td>\(MonthlyWords(recurring: recurring, calendar: gift.organization.calendar).short)</td></tr>
                """
        }
        let most: HTML =
            own.monthly.count < OwnGifts.mostMonthly
            ? "" : "<p class=\"quiet\">This page shows at most \(OwnGifts.mostMonthly) monthly gifts.</p>"
        return """
            <h2>Monthly gifts</h2>
            <table>
            \(rows)
            </table>
            \([most])
            """
    }

    private var gifts: HTML {
        guard !own.gifts.isEmpty else { return "<p>You have no\(isFirst ? "" : " older") gifts.</p>" }
        let rows = own.gifts.map { named -> HTML in
            let gift = named.gift
            let day = gift.paidOn
            let cover: HTML = gift.coveredFeeMinor > 0 ? "<small>including the covered fee</small><br>" : ""
            return """
                <tr><th scope="row"><a href="\(OwnGiftPage.path(of: gift))">\(day.time)</a><br>
                <small>\(.name(named.fundName)), \(.name(named.organization.displayName))</small></th>
                <td>\(gift.total.shown)<br>\([cover])<small>\(gift.status.donorWord)</small></td></tr>
                """
        }
        return "<table>\n\(rows)\n</table>"
    }

    private var further: HTML {
        let newest: HTML =
            isFirst ? "" : "<a class=\"button second\" href=\"\(SessionCookie.path)\">Newest gifts</a>"
        guard let next = own.next else { return newest }
        return """
            <a class="button second" href="\(SessionCookie.path)?after=\(next)">Older gifts</a>
            \([newest])
            """
    }
}

extension CSRFToken {
    /// The form that ends the donor's session.
    var signOutForm: HTML {
        """
        <form method="post" action="\(SessionCookie.path)/out">
        \(field)
        <button class="second">Sign out</button>
        </form>
        """
    }
}

/// The page that lists the years for which the signed-in donor can open a statement.
struct StatementsPage: PageContent {
    let all: [OwnStatements]
    let csrfToken: CSRFToken

    static let path = "\(SessionCookie.path)/statements"
    static func path(to organization: String, _ year: Int) -> String { "\(path)/\(organization)/\(year)" }

    let title = "Yearly statements"

    var body: HTML {
        """
        <h1>Yearly statements</h1>
        <p class="quiet">Each statement lists the gifts that you made to one organization in one year. \
        Dates are in the organization's time zone. Fully refunded gifts are not included.</p>
        \([nothing] + all.map(Self.table))
        <a class="button second" href="\(SessionCookie.path)">All your gifts</a>
        \(csrfToken.signOutForm)
        """
    }

    private var nothing: HTML { all.isEmpty ? "<p>You have no statements yet.</p>" : .empty }

    private static func table(_ one: OwnStatements) -> HTML {
        let rows = one.years.map { year -> HTML in
            let path = path(to: one.organization.id, year)
            let file = PDFPath.of(path).map { path -> HTML in
                "<td><a href=\"\(path)\" download>\(year) as PDF</a></td>"
            }
            return """
                <tr><th scope="row"><a href="\(path)">\(year)</a></th>\
                \([file ?? .empty])<td><a href="\(path).csv" download>\(year) as a table (CSV)</a></td></tr>
                """
        }
        return """
            <h2>\(.name(one.organization.displayName))</h2>
            <table>
            \(rows)
            </table>
            """
    }
}
