import Giving
import HTMLKit

/// The years for which a donor can have a statement.
struct StatementsPage: PageContent {
    let all: [OwnStatements]

    var title: String { "Yearly statements" }

    var body: HTML {
        """
        <h1>Yearly statements</h1>
        <p class="quiet">Your gifts of each year, in the organization's time zone, without those that were fully refunded.</p>
        \([nothing] + all.map(Self.table))
        <a class="button second" href="\(SessionCookie.path)">All your gifts</a>
        """
    }

    private var nothing: HTML { all.isEmpty ? "<p>There is nothing to state.</p>" : .empty }

    private static func table(_ one: OwnStatements) -> HTML {
        let rows = one.years.map { year -> HTML in
            let path = "\(SessionCookie.path)/statements/\(one.organization.id)/\(year)"
            return """
                <tr><th scope="row"><a href="\(path)">\(year)</a></th>\
                <td><a href="\(path).csv" download>\(year) as a table (CSV)</a></td></tr>
                """
        }
        return """
            <h2>\(HTML.name(one.organization.displayName))</h2>
            <table>
            \(rows)
            </table>
            """
    }
}
