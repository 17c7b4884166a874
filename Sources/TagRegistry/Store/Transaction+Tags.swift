public import DatabaseKit
import TextKit

/// Registered tags, their journal, and managed destinations.
extension Transaction {
    /// Saves a new tag, or the changes to an existing one.
    ///
    /// - Throws: ``RegistryError`` with code `placeTaken` if another tag occupies the same row.
    public func save(_ tag: RegisteredTag) throws {
        if let place = tag.place {
            let other: String? = try value(
                "SELECT uid FROM registered_tag WHERE batch = ? AND row = ?",
                [place.batch.caseKey, place.row])
            if let other, other != tag.uid {
                throw RegistryError(.placeTaken, tag.uid, wanted: "row \(place.row) has the tag \(other)")
            }
        }
        try run(
            """
            INSERT INTO registered_tag (uid, batch, row, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (uid) DO UPDATE SET batch = excluded.batch, row = excluded.row, body = excluded.body
            """, [tag.uid, tag.place?.batch.caseKey, tag.place?.row, document(tag)])
    }

    /// Returns the tag with this UID in upper-case hex, or nil.
    public func tag(uid: String) throws -> RegisteredTag? {
        try first("SELECT body FROM registered_tag WHERE uid = ?", [uid])
    }

    /// Returns a page of tags sorted by UID, starting after the given UID. If `batch` is nil, the tags of all
    /// batches are returned.
    public func tags(of batch: String?, after uid: String?, limit: Int) throws -> [RegisteredTag] {
        guard let batch else {
            return try all(
                "SELECT body FROM registered_tag WHERE uid > ? ORDER BY uid LIMIT ?",
                [uid ?? "", limit])
        }
        return try all(
            "SELECT body FROM registered_tag WHERE batch = ? AND uid > ? ORDER BY uid LIMIT ?",
            [batch.caseKey, uid ?? "", limit])
    }

    /// Adds an entry at the end of the journal.
    public func append(_ entry: JournalEntry) throws {
        try run(
            "INSERT INTO tag_journal (batch, row, uid, kind, body) VALUES (?, ?, ?, ?, ?)",
            [entry.batch?.caseKey, entry.row, entry.uid, entry.kind.rawValue, document(entry)])
    }

    /// Returns the journal entries of a tag, newest first.
    public func journal(uid: String, limit: Int) throws -> [JournalEntry] {
        try all(
            "SELECT body FROM tag_journal WHERE uid = ? ORDER BY sequence DESC LIMIT ?",
            [uid, limit])
    }

    /// Returns the journal entries of a row, newest first.
    public func journal(batch: String, row: Int, limit: Int) throws -> [JournalEntry] {
        try all(
            "SELECT body FROM tag_journal WHERE batch = ? AND row = ? ORDER BY sequence DESC LIMIT ?",
            [batch.caseKey, row, limit])
    }

    /// Returns a batch's journal entries of one kind, newest first.
    public func journal(batch: String, kind: JournalEntry.Kind, limit: Int) throws -> [JournalEntry] {
        try all(
            "SELECT body FROM tag_journal WHERE batch = ? AND kind = ? ORDER BY sequence DESC LIMIT ?",
            [batch.caseKey, kind.rawValue, limit])
    }

    /// Returns the number of a batch's journal entries of one kind.
    public func journalCount(batch: String, kind: JournalEntry.Kind) throws -> Int {
        try value(
            "SELECT COUNT(*) FROM tag_journal WHERE batch = ? AND kind = ?",
            [batch.caseKey, kind.rawValue]) ?? 0
    }

    /// Saves a new destination, or the changes to an existing one.
    public func save(_ destination: ManagedDestination) throws {
        changed(destination.id, of: destination.aims.last?.org ?? destination.owner)
        try run(
            """
            INSERT INTO managed_destination (id, batch, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, body = excluded.body
            """, [destination.id, destination.place?.batch.caseKey, document(destination)])
    }

    /// Returns the destination with exactly this id, or nil.
    public func destination(_ id: String) throws -> ManagedDestination? {
        try first("SELECT body FROM managed_destination WHERE id = ?", [id])
    }

    /// Returns a page of destinations sorted by id, starting after the given id. If `batch` is nil, returns
    /// the destinations of all batches.
    public func destinations(of batch: String?, after id: String?, limit: Int) throws -> [ManagedDestination]
    {
        guard let batch else {
            return try all(
                "SELECT body FROM managed_destination WHERE id > ? ORDER BY id LIMIT ?", [id ?? "", limit])
        }
        return try all(
            "SELECT body FROM managed_destination WHERE batch = ? AND id > ? ORDER BY id LIMIT ?",
            [batch.caseKey, id ?? "", limit])
    }
}
