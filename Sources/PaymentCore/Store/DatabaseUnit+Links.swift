// The methods are documented where they are promised, in `PageLink.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import GRDB

extension DatabaseUnit: LinkRecords {
    public func save(_ link: PageLink) throws {
        try run(
            "INSERT INTO page_link (hash, kind, subject) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING",
            [link.hash, link.kind.rawValue, link.subject])
    }

    public func pageLink(hash: String) throws -> PageLink? {
        let row = try first("SELECT kind, subject FROM page_link WHERE hash = ?", [hash])
        guard let row, let kind = PageLink.Kind(rawValue: row["kind"]) else { return nil }
        return PageLink(hash: hash, to: kind, row["subject"])
    }
}
