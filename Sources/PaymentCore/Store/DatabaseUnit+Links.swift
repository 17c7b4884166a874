// The methods are documented where they are promised, in `PageLink.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import GRDB
public import TimeKit

extension DatabaseUnit: LinkRecords {
    public func save(_ link: PageLink) throws {
        try run(
            "INSERT INTO page_link (hash, kind, subject) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING",
            [link.hash, link.kind.rawValue, link.subject])
    }

    public func pageLink(hash: String) throws -> PageLink? {
        let row = try first(
            "SELECT kind, subject FROM page_link WHERE hash = ? AND withdrawn IS NULL", [hash])
        guard let row, let kind = PageLink.Kind(rawValue: row["kind"]) else { return nil }
        return PageLink(hash: hash, to: kind, row["subject"])
    }

    public func isPageLinkWithdrawn(hash: String) throws -> Bool {
        try first("SELECT 1 FROM page_link WHERE hash = ? AND withdrawn IS NOT NULL", [hash]) != nil
    }

    public func withdrawPageLinks(to kind: PageLink.Kind, _ subject: String, at time: Timestamp) throws {
        try run(
            "UPDATE page_link SET withdrawn = ? WHERE subject = ? AND kind = ? AND withdrawn IS NULL",
            [time.seconds, subject, kind.rawValue])
    }

    public func withdrawnPageLinks(to kind: PageLink.Kind, _ subject: String) throws -> Int {
        let row = try first(
            "SELECT count(*) FROM page_link WHERE subject = ? AND kind = ? AND withdrawn IS NOT NULL",
            [subject, kind.rawValue])
        return row?[0] ?? 0
    }
}
