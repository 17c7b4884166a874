public import DatabaseKit

extension Transaction {
    /// Adds an entry at the end.
    public func append(_ entry: JournalEntry) throws {
        try run(
            "INSERT INTO tag_journal (batch, row, uid, kind, body) VALUES (?, ?, ?, ?, ?)",
            [entry.batch, entry.row, entry.uid, entry.kind.rawValue, try document(entry)])
    }

    /// The history of a tag, newest first.
    public func journal(uid: String, limit: Int) throws -> [JournalEntry] {
        try all(
            JournalEntry.self, "SELECT body FROM tag_journal WHERE uid = ? ORDER BY sequence DESC LIMIT ?",
            [uid, limit])
    }

    /// The history of a row, newest first.
    public func journal(batch: String, row: Int, limit: Int) throws -> [JournalEntry] {
        try all(
            JournalEntry.self,
            "SELECT body FROM tag_journal WHERE batch = ? AND row = ? ORDER BY sequence DESC LIMIT ?",
            [batch, row, limit])
    }

    /// The entries of one kind, newest first.
    public func journal(batch: String, kind: JournalEntry.Kind, limit: Int) throws -> [JournalEntry] {
        try all(
            JournalEntry.self,
            "SELECT body FROM tag_journal WHERE batch = ? AND kind = ? ORDER BY sequence DESC LIMIT ?",
            [batch, kind.rawValue, limit])
    }

    /// How many entries of one kind there are.
    public func journalCount(batch: String, kind: JournalEntry.Kind) throws -> Int {
        try value(
            "SELECT COUNT(*) FROM tag_journal WHERE batch = ? AND kind = ?", [batch, kind.rawValue]) ?? 0
    }
}
