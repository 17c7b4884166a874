public import DatabaseKit

extension Transaction {
    /// Keeps a tag: a new one, or its next state.
    ///
    /// - Throws: ``RegistryError`` with code `placeTaken` where another tag has its place.
    public func save(_ tag: RegisteredTag) throws {
        if let place = tag.place {
            let other: String? = try value(
                "SELECT uid FROM registered_tag WHERE batch = ? AND row = ?", [place.batch, place.row])
            if let other, other != tag.uid {
                throw RegistryError(.placeTaken, tag.uid, wanted: "row \(place.row) has the tag \(other)")
            }
        }
        try run(
            """
            INSERT INTO registered_tag (uid, batch, row, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (uid) DO UPDATE SET batch = excluded.batch, row = excluded.row, body = excluded.body
            """, [tag.uid, tag.place?.batch, tag.place?.row, try document(tag)])
    }

    /// The tag of this UID, upper-case hex, or nil.
    public func tag(uid: String) throws -> RegisteredTag? {
        try first(RegisteredTag.self, "SELECT body FROM registered_tag WHERE uid = ?", [uid])
    }

    /// Returns a page by UID, after a given UID, of one batch or of all.
    public func tags(of batch: String?, behind uid: String?, limit: Int) throws -> [RegisteredTag] {
        guard let batch else {
            return try all(
                RegisteredTag.self, "SELECT body FROM registered_tag WHERE uid > ? ORDER BY uid LIMIT ?",
                [uid ?? "", limit])
        }
        return try all(
            RegisteredTag.self,
            "SELECT body FROM registered_tag WHERE batch = ? AND uid > ? ORDER BY uid LIMIT ?",
            [batch, uid ?? "", limit])
    }
}
