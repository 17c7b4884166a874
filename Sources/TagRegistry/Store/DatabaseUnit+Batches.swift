// The methods are documented where they are promised, in `RegistryUnit.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import GRDB

extension DatabaseUnit: RegistryUnit {}

extension DatabaseUnit: BatchRecords {
    public func save(_ batch: Batch) throws {
        try run(
            """
            INSERT INTO batch (name, body) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET body = excluded.body
            """, [batch.name, try document(batch)])
    }

    public func batch(_ name: String) throws -> Batch? {
        try first(Batch.self, "SELECT body FROM batch WHERE name = ?", [name])
    }

    public func batches(behind name: String?, limit: Int) throws -> [Batch] {
        try all(
            Batch.self, "SELECT body FROM batch WHERE name > ? ORDER BY name LIMIT ?", [name ?? "", limit])
    }

    public func removeBatch(_ name: String) throws {
        try run("DELETE FROM batch_row WHERE batch = ?", [name])
        try run("DELETE FROM batch WHERE name = ?", [name])
    }

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

    public func row(_ number: Int, of batch: String) throws -> BatchRow? {
        try first(
            BatchRow.self, "SELECT body FROM batch_row WHERE batch = ? AND number = ?", [batch, number])
    }

    public func row(uid: String) throws -> BatchRow? {
        try first(BatchRow.self, "SELECT body FROM batch_row WHERE uid = ?", [uid])
    }

    public func row(tagID: String) throws -> BatchRow? {
        try first(BatchRow.self, "SELECT body FROM batch_row WHERE tag_id = ?", [tagID])
    }

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

    public func rowCounts(of batch: String) throws -> [BatchRow.State: Int] {
        let rows = try all(
            "SELECT state, COUNT(*) AS rows FROM batch_row WHERE batch = ? GROUP BY state", [batch])
        return rows.reduce(into: [:]) { counts, row in
            if let state = BatchRow.State(rawValue: row["state"]) { counts[state] = row["rows"] }
        }
    }
}
