public import DatabaseKit
import Foundation
import GRDB
import PaymentCore
public import TimeKit

extension Transaction {
    /// Inserts a tap. Values that the other columns imply are stored as null: the source of a link, the time in the id,
    /// and the fund in the canonical form.
    public func save(_ tap: Tap) throws {
        let stored = StoredTapURL(tap)
        try run(
            """
            INSERT INTO tap (id, organization, uid, counter, created, source, evidence, is_fresh, is_cut, fund, shared,
              canonical, url) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                tap.id, tap.organization, tap.uid, tap.counter,
                Identifiers.time(of: tap.id) == tap.created ? nil : tap.created.seconds,
                tap.source == .link ? nil : tap.source.rawValue, tap.evidence, tap.isFresh ? 1 : 0,
                tap.isCut ? 1 : 0, tap.fund == StoredTapURL.fund(in: tap.canonical) ? nil : tap.fund,
                stored.shared, stored.canonical, stored.url,
            ])
    }

    /// Returns the tap with this id, or nil.
    public func tap(_ id: String) throws -> Tap? {
        try first("SELECT * FROM tap WHERE id = ?", [id]).map(Tap.init)
    }

    /// Returns a page of taps, newest first, of one organization or of all.
    public func taps(organization: String?, after id: String?, limit: Int) throws -> [Tap] {
        let cursor = id ?? "~"
        guard let organization else {
            return try all("SELECT * FROM tap WHERE id < ? ORDER BY id DESC LIMIT ?", [cursor, limit])
                .map(Tap.init)
        }
        return try all(
            "SELECT * FROM tap WHERE organization = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [organization, cursor, limit]
        ).map(Tap.init)
    }

    /// Returns the number of an organization's taps in a period.
    public func tapCount(ofOrganization organization: String, in period: Range<Timestamp>) throws -> Int {
        // Ids begin with the second in which the tap was saved.
        try value(
            "SELECT COUNT(*) FROM tap WHERE organization = ? AND id >= ? AND id < ?",
            [
                organization, Identifiers.first("tap", at: period.lowerBound),
                Identifiers.first("tap", at: period.upperBound),
            ]) ?? 0
    }

    /// Returns the greatest counter seen for a tag, or nil if no counter was seen.
    ///
    /// - Parameter uid: The tag's UID in upper-case hex.
    public func greatestCounter(ofUID uid: String) throws -> Int? {
        try value("SELECT MAX(counter) FROM tap WHERE uid = ?", [uid])
    }

    /// Records that a tap led to a gift, so that it is kept as long as the gift. An unknown id has no effect.
    func keepTap(_ id: String) throws {
        try run("UPDATE tap SET led_to_gift = 1 WHERE id = ? AND led_to_gift = 0", [id])
    }

    /// Returns the ids of old taps that led to no gift.
    ///
    /// - Parameters:
    ///   - time: The time before which a tap is old.
    ///   - id: The id after which the search starts, or an empty string.
    ///   - limit: The maximum number of old taps that are examined.
    /// - Returns: The ids, and the last examined id, or nil if there is no old tap after it.
    public func oldTaps(before time: Timestamp, after id: String, limit: Int) throws -> (
        ids: [String], last: String?
    ) {
        let found = try all(
            "SELECT id, led_to_gift FROM tap WHERE id > ? AND id < ? ORDER BY id LIMIT ?",
            [id, Identifiers.first("tap", at: time), limit]
        ) { row -> (id: String, isKept: Bool) in (row[0], row[1]) }
        return (found.filter { !$0.isKept }.map(\.id), found.count == limit ? found.last?.id : nil)
    }

    /// Removes taps, except those that have led to a gift.
    public func removeTaps(_ ids: [String]) throws {
        for id in ids { try run("DELETE FROM tap WHERE id = ? AND led_to_gift = 0", [id]) }
    }
}

extension Tap {
    /// Reads a row. Rows from before the migration `gifts.6` have a document instead of columns.
    fileprivate init(_ row: Row) throws {
        if let body = row["body"] as Data? {
            self = try DocumentCoder.decode(Tap.self, from: body)
            return
        }
        let url = StoredTapURL(url: row["url"], shared: row["shared"], canonical: row["canonical"]).restored
        let id: String = row["id"]
        self.init(
            id: id, url: url.url, isCut: row["is_cut"], canonical: url.canonical,
            organization: row["organization"], fund: row["fund"] ?? StoredTapURL.fund(in: url.canonical),
            uid: row["uid"], counter: row["counter"], evidence: row["evidence"], isFresh: row["is_fresh"],
            source: (row["source"] as String?).flatMap(Source.init) ?? .link,
            created: (row["created"] as Int64?).map(Timestamp.init(seconds:)) ?? Identifiers.time(of: id)
                ?? .earliest)
    }
}
