import Giving
import ServerKit
import StaffAccess
import TimeKit

/// A search for an organization's rows in the audit log, as entered.
struct AuditLogSearch: Hashable {
    /// A member's e-mail address, the name of an API key, or the id of an actor or object; nil for all rows.
    var text: String?
    var action: AuditLogAction?
    var isRefusedOnly = false
    /// The first and last day of the period to search.
    var days = TypedDays()
    /// The cursor: the number of the last row on the previous page; nil for the first page.
    var after: Int64?

    init() {}

    /// Reads a search from form fields.
    ///
    /// - Throws: ``ProblemPage`` if the action, the outcome or the cursor is invalid.
    init(_ fields: FormFields) throws(ProblemPage) {
        let remedy = "Open the audit log again, and repeat the search."
        text = fields[SearchLink.text].map { String($0.prefix(200)) }
        action = try fields.value("action", as: "an action", remedy: remedy) { AuditLogAction(rawValue: $0) }
        isRefusedOnly =
            try fields.value("outcome", as: "an outcome", remedy: remedy) { $0 == "refused" ? true : nil }
            ?? false
        days = TypedDays(fields)
        after = try fields.cursor { Int64($0) }
    }

    /// The form fields of the search with their values, including the cursor.
    var fields: [(name: String, value: String?)] {
        [
            (SearchLink.text, text), ("action", action?.rawValue),
            ("outcome", isRefusedOnly ? "refused" : nil), ("since", days.since?.iso8601),
            ("until", days.until?.iso8601), ("after", after.map { String($0) }),
        ]
    }

    /// Returns the search with a different cursor. A nil cursor starts at the first page.
    func starting(after number: Int64?) -> AuditLogSearch {
        var search = self
        search.after = number
        return search
    }

    /// Whether the search has no conditions. A cursor is not a condition.
    var isEmpty: Bool { starting(after: nil) == AuditLogSearch() }
}

/// A page of the rows that match a search.
struct FoundAuditLog {
    var entries: [AuditLogEntry]
    /// Whether there are more rows after the last one.
    var hasMore = false
    /// The e-mail addresses of the organization's members and the names of its API keys, by actor. The log
    /// itself does not contain these addresses and names.
    var names: [AuditLogActor: String] = [:]
}

extension OrganizationUnit {
    /// Returns the organization's rows that match a search, newest first.
    func auditLog(_ search: AuditLogSearch, limit: Int) throws -> FoundAuditLog {
        var filter = AuditLogFilter(limit: limit + 1)
        filter.organization = organization.id
        filter.action = search.action
        filter.isRefusedOnly = search.isRefusedOnly
        filter.since = search.days.start(by: organization.calendar)
        filter.until = search.days.end(by: organization.calendar)
        filter.before = search.after
        filter.involved = try search.text.map(involved)
        let found = try auditLogRows(filter)
        let entries = Array(found.prefix(limit))
        return FoundAuditLog(
            entries: entries, hasMore: found.count > limit,
            names: try names(of: entries.map(\.event.actor)))
    }
}
