public import DatabaseKit
import PaymentCore
public import TimeKit

extension Transaction {
    /// Inserts or updates a tap.
    public func save(_ tap: Tap) throws {
        try run(
            """
            INSERT INTO tap (id, organization, uid, counter, body) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [tap.id, tap.organization, tap.uid, tap.counter, try document(tap)])
    }

    /// Returns the tap with this id, or nil.
    public func tap(_ id: String) throws -> Tap? {
        try first(Tap.self, "SELECT body FROM tap WHERE id = ?", [id])
    }

    /// Returns a page of taps, newest first, of one organization or of all.
    public func taps(organization: String?, after id: String?, limit: Int) throws -> [Tap] {
        let cursor = id ?? "~"
        guard let organization else {
            return try all(
                Tap.self, "SELECT body FROM tap WHERE id < ? ORDER BY id DESC LIMIT ?", [cursor, limit])
        }
        return try all(
            Tap.self, "SELECT body FROM tap WHERE organization = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [organization, cursor, limit])
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
}
