public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Saves a link. Saving the same link again changes nothing.
    public func save(_ link: PageLink) throws {
        changed(link.subject)
        try run(
            "INSERT INTO page_link (hash, kind, subject) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING",
            [link.hash, link.kind.rawValue, link.subject])
    }

    /// Returns the link whose token has this hash. Returns nil if the link does not exist or was withdrawn.
    public func pageLink(hash: String) throws -> PageLink? {
        let row = try first(
            "SELECT kind, subject FROM page_link WHERE hash = ? AND withdrawn IS NULL", [hash])
        guard let row, let kind = PageLink.Kind(rawValue: row["kind"]) else { return nil }
        return PageLink(hash: hash, to: kind, row["subject"])
    }

    /// Returns whether the link whose token has this hash was withdrawn.
    public func isPageLinkWithdrawn(hash: String) throws -> Bool {
        try isAny("SELECT 1 FROM page_link WHERE hash = ? AND withdrawn IS NOT NULL", [hash])
    }

    /// Withdraws all open links to a page, permanently.
    public func withdrawPageLinks(to kind: PageLink.Kind, _ subject: String, at time: Timestamp) throws {
        try run(
            "UPDATE page_link SET withdrawn = ? WHERE subject = ? AND kind = ? AND withdrawn IS NULL",
            [time, subject, kind.rawValue])
    }

    /// Withdraws all open links to all pages, permanently.
    ///
    /// - Returns: The number of links that were withdrawn.
    public func withdrawAllPageLinks(at time: Timestamp) throws -> Int {
        try changedRows(
            "UPDATE page_link SET withdrawn = ? WHERE withdrawn IS NULL", [time])
    }

    /// Returns the number of withdrawn links to a page.
    public func withdrawnPageLinks(to kind: PageLink.Kind, _ subject: String) throws -> Int {
        try value(
            "SELECT count(*) FROM page_link WHERE subject = ? AND kind = ? AND withdrawn IS NOT NULL",
            [subject, kind.rawValue]) ?? 0
    }
}
