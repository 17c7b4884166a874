public import DatabaseKit

extension Transaction {
    /// Keeps a tap as it is; ``record(_:)`` compares it first.
    public func save(_ tap: SeenTap) throws {
        try run(
            """
            INSERT INTO seen_tap (id, uid, tag_id, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [tap.id, tap.uid, tap.tagID, try document(tap)])
    }

    /// The tap of this id, or nil.
    public func seenTap(_ id: String) throws -> SeenTap? {
        try first(SeenTap.self, "SELECT body FROM seen_tap WHERE id = ?", [id])
    }

    /// The taps of a chip or of an id, newest first.
    public func seenTaps(uid: String?, tagID: String?, limit: Int) throws -> [SeenTap] {
        try all(
            SeenTap.self,
            """
            SELECT body FROM seen_tap WHERE (uid IS NOT NULL AND uid = ?) OR (tag_id IS NOT NULL AND tag_id = ?)
            ORDER BY sequence DESC LIMIT ?
            """, [uid, tagID, limit])
    }

    /// The greatest counter that was ever seen of a chip by this evidence; nil before the first.
    public func highestCounter(ofUID uid: String, by evidence: SeenTap.Evidence) throws -> UInt32? {
        try value(
            "SELECT counter FROM tap_counter WHERE uid = ? AND evidence = ?", [uid, evidence.rawValue])
    }

    /// Raises that counter; a lower one changes nothing.
    public func raiseCounter(ofUID uid: String, by evidence: SeenTap.Evidence, to counter: UInt32) throws {
        try run(
            """
            INSERT INTO tap_counter (uid, evidence, counter) VALUES (?, ?, ?)
            ON CONFLICT (uid, evidence) DO UPDATE SET counter = MAX(counter, excluded.counter)
            """, [uid, evidence.rawValue, counter])
    }
}
