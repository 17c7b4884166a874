public import DatabaseKit
import GRDB

extension Transaction {
    /// Keeps a batch: a new one, or its next state.
    public func save(_ batch: Batch) throws {
        try run(
            """
            INSERT INTO batch (name, body) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET body = excluded.body
            """, [batch.name, try document(batch)])
    }

    /// The batch of this name, compared without ASCII case, or nil.
    public func batch(_ name: String) throws -> Batch? {
        try first(Batch.self, "SELECT body FROM batch WHERE name = ?", [name])
    }

    /// Returns a page by name, after a given name.
    public func batches(behind name: String?, limit: Int) throws -> [Batch] {
        try all(
            Batch.self, "SELECT body FROM batch WHERE name > ? ORDER BY name LIMIT ?", [name ?? "", limit])
    }

    /// Takes a batch and its rows away; its journal stays.
    public func removeBatch(_ name: String) throws {
        try run("DELETE FROM batch_row WHERE batch = ?", [name])
        try run("DELETE FROM batch WHERE name = ?", [name])
    }

    /// Keeps a row: a new one, or its next state.
    ///
    /// - Throws: ``RegistryError`` with code `doubledPlace` where another row of the batch has this seat, without ASCII
    ///   case, and `tagPlaced` where another row has this tag.
    public func save(_ row: BatchRow) throws {
        let seated: Int? = try value(
            "SELECT number FROM batch_row WHERE batch = ? AND seat = ?", [row.batch, row.seat])
        if let seated, seated != row.number { throw RegistryError(.doubledPlace, row.seat) }
        if let uid = row.uid, let other = try self.row(uid: uid),
            other.batch != row.batch || other.number != row.number
        {
            throw RegistryError(
                .tagPlaced, uid, wanted: "row \(other.number) (\(other.seat)) of the batch \(other.batch)")
        }
        try run(
            """
            INSERT INTO batch_row (batch, number, seat, state, uid, tag_id, body) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (batch, number) DO UPDATE SET seat = excluded.seat, state = excluded.state,
              uid = excluded.uid, tag_id = excluded.tag_id, body = excluded.body
            """,
            [
                row.batch, row.number, row.seat, row.state.rawValue, row.uid, row.tagID, try document(row),
            ])
    }

    /// The row of this number, or nil.
    public func row(_ number: Int, of batch: String) throws -> BatchRow? {
        try first(
            BatchRow.self, "SELECT body FROM batch_row WHERE batch = ? AND number = ?", [batch, number])
    }

    /// The row that is being written with this tag, or has it; nil where there is none. One at most.
    public func row(uid: String) throws -> BatchRow? {
        try first(BatchRow.self, "SELECT body FROM batch_row WHERE uid = ?", [uid])
    }

    /// The row whose URL holds this id, octet by octet, or nil.
    public func row(tagID: String) throws -> BatchRow? {
        try first(BatchRow.self, "SELECT body FROM batch_row WHERE tag_id = ?", [tagID])
    }

    /// The rows of this seat, compared without ASCII case, in all batches or in one; by batch and number.
    public func rows(seat: String, of batch: String?, limit: Int) throws -> [BatchRow] {
        guard let batch else {
            return try all(
                BatchRow.self, "SELECT body FROM batch_row WHERE seat = ? ORDER BY batch, number LIMIT ?",
                [seat, limit])
        }
        return try all(
            BatchRow.self, "SELECT body FROM batch_row WHERE batch = ? AND seat = ? LIMIT ?",
            [batch, seat, limit])
    }

    /// Returns a page by number, after a given number, in one state or in all.
    public func rows(of batch: String, state: BatchRow.State?, behind number: Int?, limit: Int) throws
        -> [BatchRow]
    {
        guard let state else {
            return try all(
                BatchRow.self,
                "SELECT body FROM batch_row WHERE batch = ? AND number > ? ORDER BY number LIMIT ?",
                [batch, number ?? 0, limit])
        }
        return try all(
            BatchRow.self,
            """
            SELECT body FROM batch_row WHERE batch = ? AND state = ? AND number > ? ORDER BY number LIMIT ?
            """, [batch, state.rawValue, number ?? 0, limit])
    }

    /// How many rows are in each state; a count is read from the rows.
    public func rowCounts(of batch: String) throws -> [BatchRow.State: Int] {
        let rows = try all(
            "SELECT state, COUNT(*) AS rows FROM batch_row WHERE batch = ? GROUP BY state", [batch])
        return rows.reduce(into: [:]) { counts, row in
            if let state = BatchRow.State(rawValue: row["state"]) { counts[state] = row["rows"] }
        }
    }
}
