import Giving
import HTMLKit
import StaffAccess
import TextKit
import TimeKit

/// The page that lists an organization's rows of the audit log, newest first.
struct AuditLogPage: PageContent {
    let organization: Organization
    let search: AuditLogSearch
    let found: FoundAuditLog
    let formToken: HTML

    let title = "Audit log"

    private var address: String { organization.adminPath(.auditLog) }

    var body: HTML {
        """
        <h1>Audit log</h1>
        <p>This log records changes, sign-ins and refused attempts. Members cannot edit it.</p>
        \(form)
        \([complaint, list])
        <div class="ways">\([newest, older, sheet])</div>
        """
    }

    private var complaint: HTML {
        .complaint(search.days.complaint.map { "\($0) Invalid dates are ignored." })
    }

    private var form: HTML {
        let actions = AuditLogAction.allCases.map { action in
            HTML.option(action.rawValue, action.rawValue, isChosen: action == search.action)
        }
        return """
            <form class="filter" method="post" action="\(address)" role="search">
            \(formToken)
            <label class="field wide">E-mail, key or ID
            <input type="search" name="\(SearchLink.text)" value="\(search.text ?? "")" maxlength="200" dir="auto"></label>
            <label class="field">Action
            <select name="action"><option value="">All</option>\(actions)</select></label>
            <label class="field">Outcome
            <select name="outcome"><option value="">All</option>\
            \(.option("refused", "Refused", isChosen: search.isRefusedOnly))</select></label>
            <label class="field">From
            <input type="date" name="since" value="\(search.days.since?.iso8601 ?? "")"></label>
            <label class="field">To
            <input type="date" name="until" value="\(search.days.until?.iso8601 ?? "")"></label>
            <button>Search</button>
            </form>
            """
    }

    private var list: HTML {
        guard !found.entries.isEmpty else {
            return
                """
                <p class="note">\(search.isEmpty ? "No rows yet" : "No rows found").\
                \(" <a href=\"\(address)\">Show all rows</a>", if: !search.isEmpty)</p>
                """
        }
        let rows = found.entries.map { entry -> [HTML] in
            let event = entry.event
            let outcome: HTML =
                event.refusal.isEmpty ? .badge("Done", .good) : .badge("Refused: \(event.refusal)", .bad)
            return [
                organization.calendar.moment(entry.time), who(event.actor), "\(event.action)", outcome,
                code(event.ids.joined(separator: " ")), code(event.network),
            ]
        }
        return AdminTable(
            caption: title,
            columns: [
                .title("When"), .line("Who"), .line("Action"),
                .status("Outcome"), "About", "Network",
            ], rows: rows
        ).html
    }

    private func who(_ actor: AuditLogActor) -> HTML {
        switch actor {
        case .commandLine: "Command line"
        case .server: "Server"
        case .anonymous: "Not signed in"
        default: found.names[actor].map(HTML.name) ?? code(actor.text)
        }
    }

    /// Returns an id or address as HTML. Empty if the text is empty, so that a card omits the line.
    private func code(_ text: String) -> HTML {
        text.isEmpty ? .empty : "<span class=\"code\">\(text)</span>"
    }

    private var newest: HTML {
        search.after == nil
            ? .empty : link(to: .auditLog, search.starting(after: nil)).html(.firstPage, "Newest")
    }

    private var older: HTML {
        guard found.hasMore, let last = found.entries.last else { return .empty }
        return link(to: .auditLog, search.starting(after: last.number)).html(.nextPage, "Older")
    }

    private var sheet: HTML {
        guard !found.entries.isEmpty else { return .empty }
        return link(to: .auditLogSheet, search.starting(after: nil)).html(.sheet, "Download all as CSV")
    }

    private func link(to page: AdminPage, _ search: AuditLogSearch) -> SearchLink {
        SearchLink(to: organization.adminPath(page), search.fields, formToken: formToken)
    }
}
