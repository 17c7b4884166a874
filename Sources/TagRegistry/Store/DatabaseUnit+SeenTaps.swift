// The methods are documented where they are promised, in `RegistryUnit.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit

extension DatabaseUnit: TapRecording {
    public func save(_ tap: SeenTap) throws {
        try run(
            """
            INSERT INTO seen_tap (id, uid, tag_id, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [tap.id, tap.uid, tap.tagID, try document(tap)])
    }

    public func seenTap(_ id: String) throws -> SeenTap? {
        try first(SeenTap.self, "SELECT body FROM seen_tap WHERE id = ?", [id])
    }

    public func seenTaps(uid: String?, tagID: String?, limit: Int) throws -> [SeenTap] {
        try all(
            SeenTap.self,
            """
            SELECT body FROM seen_tap WHERE (uid IS NOT NULL AND uid = ?) OR (tag_id IS NOT NULL AND tag_id = ?)
            ORDER BY sequence DESC LIMIT ?
            """, [uid, tagID, limit])
    }

    public func highestCounter(ofUID uid: String, by evidence: SeenTap.Evidence) throws -> UInt32? {
        try value(
            "SELECT counter FROM tap_counter WHERE uid = ? AND evidence = ?", [uid, evidence.rawValue])
    }

    public func raiseCounter(ofUID uid: String, by evidence: SeenTap.Evidence, to counter: UInt32) throws {
        try run(
            """
            INSERT INTO tap_counter (uid, evidence, counter) VALUES (?, ?, ?)
            ON CONFLICT (uid, evidence) DO UPDATE SET counter = MAX(counter, excluded.counter)
            """, [uid, evidence.rawValue, counter])
    }
}
