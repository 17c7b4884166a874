public import DatabaseKit
import TextKit

extension Transaction {
    /// Saves a new batch, or the changes to an existing one.
    public func save(_ batch: Batch) throws {
        changed(batch.name)
        try run(
            """
            INSERT INTO batch (name, organization, short_name, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET body = excluded.body
            """,
            [
                batch.name.caseKey, (batch.organization ?? "").caseKey, batch.shortName.caseKey,
                document(batch),
            ])
    }

    /// Returns the batch with this short name in which the organization has a seat, or nil. If both the
    /// organization and the server's operator have planned one, returns the organization's batch.
    ///
    /// The same statement runs for every name, so that the duration reveals nothing about other
    /// organizations' batches.
    public func batch(_ shortName: String, of organization: String) throws -> Batch? {
        try first(
            """
            SELECT body FROM batch
            WHERE short_name = ?2 AND organization IN (?1, '') AND EXISTS (
              SELECT 1 FROM batch_row WHERE batch_row.batch = batch.name AND batch_row.organization = ?1)
            ORDER BY organization DESC LIMIT 1
            """, [organization.caseKey, shortName.caseKey])
    }

    /// Returns a page of the batches in which an organization has seats, sorted by ``Batch/shortName``,
    /// starting after `shortName`.
    public func batches(of organization: String, after shortName: String?, limit: Int) throws -> [Batch] {
        try all(
            """
            SELECT body FROM batch
            WHERE short_name > ?2 AND organization IN (?1, '') AND EXISTS (
              SELECT 1 FROM batch_row WHERE batch_row.batch = batch.name AND batch_row.organization = ?1)
            ORDER BY short_name, organization DESC LIMIT ?3
            """, [organization.caseKey, shortName?.caseKey ?? "", limit])
    }

    /// Returns the batch with this name, ignoring ASCII case, or nil.
    public func batch(_ name: String) throws -> Batch? {
        try first("SELECT body FROM batch WHERE name = ?", [name.caseKey])
    }

    /// Returns a page of batches sorted by name, starting after the given name.
    public func batches(after name: String?, limit: Int) throws -> [Batch] {
        try all(
            "SELECT body FROM batch WHERE name > ? ORDER BY name LIMIT ?",
            [name?.caseKey ?? "", limit])
    }

    /// Removes a batch and its rows. The journal entries remain.
    public func removeBatch(_ name: String) throws {
        changed(name)
        try run("DELETE FROM batch_row WHERE batch = ?", [name.caseKey])
        try run("DELETE FROM batch WHERE name = ?", [name.caseKey])
    }

    /// Saves a new row, or the changes to an existing one.
    ///
    /// - Throws: ``RegistryError`` with code `doubledPlace` if another row of the batch has this seat,
    ///   ignoring ASCII case, or `tagPlaced` if another row has this tag.
    public func save(_ row: BatchRow) throws {
        changed("\(row.batch)/\(row.number)", of: row.org)
        let seated: Int? = try value(
            "SELECT number FROM batch_row WHERE batch = ? AND seat = ?",
            [row.batch.caseKey, row.seat.caseKey])
        if let seated, seated != row.number { throw RegistryError(.doubledPlace, row.seat) }
        if let uid = row.uid, let other = try self.row(uid: uid),
            other.batch != row.batch || other.number != row.number
        {
            throw RegistryError(
                .tagPlaced, uid,
                wanted: "its seat is in row \(other.number) (\(other.seat)) of the batch \(other.batch)")
        }
        try run(
            """
            INSERT INTO batch_row (batch, number, seat, organization, state, uid, tag_id, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (batch, number) DO UPDATE SET seat = excluded.seat,
              organization = excluded.organization, state = excluded.state, uid = excluded.uid,
              tag_id = excluded.tag_id, body = excluded.body
            """,
            [
                row.batch.caseKey, row.number, row.seat.caseKey, row.org?.caseKey, row.state.rawValue,
                row.uid, row.tagID, document(row),
            ])
    }

    /// Returns the row with this number, or nil.
    public func row(_ number: Int, of batch: String) throws -> BatchRow? {
        try first(
            "SELECT body FROM batch_row WHERE batch = ? AND number = ?",
            [batch.caseKey, number])
    }

    /// Returns the row that this tag occupies, or for which it is being written. Returns nil if the tag has
    /// no row.
    public func row(uid: String) throws -> BatchRow? {
        try first("SELECT body FROM batch_row WHERE uid = ?", [uid])
    }

    /// Returns the row whose URL has exactly this id, or nil.
    public func row(tagID: String) throws -> BatchRow? {
        try first("SELECT body FROM batch_row WHERE tag_id = ?", [tagID])
    }

    /// Returns the rows with this seat, ignoring ASCII case, in one batch or in all batches. The rows are
    /// sorted by batch and row number.
    public func rows(seat: String, of batch: String?, limit: Int) throws -> [BatchRow] {
        guard let batch else {
            return try all(
                "SELECT body FROM batch_row WHERE seat = ? ORDER BY batch, number LIMIT ?",
                [seat.caseKey, limit])
        }
        return try all(
            "SELECT body FROM batch_row WHERE batch = ? AND seat = ? LIMIT ?",
            [batch.caseKey, seat.caseKey, limit])
    }

    /// Returns a page of a batch's rows sorted by number, starting after the given number. If `state` is nil,
    /// rows in every state are returned.
    public func rows(of batch: String, state: BatchRow.State?, after number: Int?, limit: Int) throws
        -> [BatchRow]
    {
        guard let state else {
            return try all(
                "SELECT body FROM batch_row WHERE batch = ? AND number > ? ORDER BY number LIMIT ?",
                [batch.caseKey, number ?? 0, limit])
        }
        return try all(
            """
            SELECT body FROM batch_row WHERE batch = ? AND state = ? AND number > ? ORDER BY number LIMIT ?
            """, [batch.caseKey, state.rawValue, number ?? 0, limit])
    }

    /// Returns a page of an organization's rows in a batch, sorted by number, starting after the given
    /// number. The organization's id is compared ignoring ASCII case.
    public func rows(of batch: String, organization: String, after number: Int, limit: Int) throws
        -> [BatchRow]
    {
        try all(
            """
            SELECT body FROM batch_row WHERE batch = ? AND organization = ? AND number > ?
            ORDER BY number LIMIT ?
            """, [batch.caseKey, organization.caseKey, number, limit])
    }

    /// Returns the number of a batch's rows in each state.
    public func rowCounts(of batch: String) throws -> [BatchRow.State: Int] {
        let rows = try all(
            "SELECT state, COUNT(*) AS rows FROM batch_row WHERE batch = ? GROUP BY state", [batch.caseKey])
        return rows.reduce(into: [:]) { counts, row in
            if let state = BatchRow.State(rawValue: row["state"]) { counts[state] = row["rows"] }
        }
    }
}
