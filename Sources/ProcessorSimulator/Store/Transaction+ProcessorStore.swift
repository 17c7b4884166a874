import DatabaseKit
import Foundation
import MoneyKit
import Processor
import TimeKit

extension Transaction {
    /// Returns the number in the most recently created id.
    func lastNumber() throws -> Int64 {
        try one("SELECT last FROM counter") { $0[0] } ?? 0
    }

    func setLastNumber(_ number: Int64) throws {
        try run("UPDATE counter SET last = ?", [number])
    }

    /// Returns the stored JSON of an object. Returns nil if no object with this id has this kind and owner.
    func object(_ id: String, kind: String, owner: String) throws -> Data? {
        guard let number = ObjectIdentifiers.number(in: id) else { return nil }
        return try one(
            "SELECT json FROM noun WHERE number = ? AND id = ? AND kind = ? AND owner = ?",
            [number, id, kind, owner]
        ) { $0[0] }
    }

    /// Returns the stored object with this id, regardless of its kind and owner. Returns nil if the object
    /// does not exist.
    func row(_ id: String) throws -> ObjectRow? {
        guard let number = ObjectIdentifiers.number(in: id) else { return nil }
        return try one(
            "SELECT id, kind, owner, parent, created, json FROM noun WHERE number = ? AND id = ?",
            [number, id]
        ) { row in
            ObjectRow(
                id: row[0], kind: row[1], owner: row[2], parent: row[3], created: Timestamp(seconds: row[4]),
                json: row[5])
        }
    }

    /// Returns whether an account has a customer with this id, and the customer has not been deleted.
    func isLivingCustomer(_ id: String, owner: String) throws -> Bool {
        guard let number = ObjectIdentifiers.number(in: id) else { return false }
        return try one(
            """
            SELECT coalesce(CAST(json AS TEXT) ->> '$.deleted', 0) FROM noun
            WHERE number = ? AND id = ? AND kind = 'customer' AND owner = ?
            """, [number, id, owner]
        ) { row -> Bool in row[0] } == false
    }

    /// Inserts or updates an object. An update does not change the object's owner or parent.
    func put(_ row: ObjectRow) throws {
        guard let number = ObjectIdentifiers.number(in: row.id) else {
            preconditionFailure("\(row.id) was not made by this processor")
        }
        try run(
            """
            INSERT INTO noun (number, id, kind, owner, parent, created, json) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (number) DO UPDATE SET json = excluded.json
            """,
            [number, row.id, row.kind, row.owner, row.parent, row.created.seconds, row.json])
    }

    /// Deletes an object. Events that contain earlier versions of the object are not deleted.
    func removeObject(_ id: String) throws {
        guard let number = ObjectIdentifiers.number(in: id) else { return }
        try run("DELETE FROM noun WHERE number = ? AND id = ?", [number, id])
    }

    func parent(of id: String) throws -> String? {
        guard let number = ObjectIdentifiers.number(in: id) else { return nil }
        return try one("SELECT parent FROM noun WHERE number = ?", [number]) { $0[0] }
    }

    /// Returns the JSON of all objects with this parent, kind and owner, oldest first.
    func children(of parent: String, kind: String, owner: String) throws -> [Data] {
        try all(
            "SELECT json FROM noun WHERE parent = ? AND kind = ? AND owner = ? ORDER BY number",
            [parent, kind, owner]
        ) { $0[0] }
    }

    /// Returns the JSON of up to `limit` objects with this kind and owner that match the range's filter.
    ///
    /// If the range has a `before` cursor, returns the objects that are newer than the cursor, oldest first.
    /// If not, returns objects newest first. In that case, an `after` cursor limits the result to objects
    /// that are older than the cursor.
    func page(kind: String, owner: String, _ range: ListRange, limit: Int) throws -> [Data] {
        let page = PageRange(range)
        var (condition, arguments) = (page.condition, [kind, owner] + page.arguments)
        for (field, text) in range.filter.sorted(by: { $0.key < $1.key }) {
            condition += " AND CAST(CAST(json AS TEXT) ->> ('$.' || ?) AS TEXT) = ?"
            arguments += [field, text]
        }
        return try all(
            "SELECT json FROM noun WHERE kind = ? AND owner = ? AND \(condition) \(page.order)",
            arguments + [limit]
        ) { $0[0] }
    }

    /// Returns the JSON of an object's stored parameters, or nil if no parameters are stored. API responses
    /// contain these parameters unchanged.
    func kept(_ id: String) throws -> Data? {
        guard let number = ObjectIdentifiers.number(in: id) else { return nil }
        return try one("SELECT json FROM kept WHERE number = ?", [number]) { $0[0] }
    }

    /// Stores the JSON of the object's parameters that API responses return unchanged. Does nothing if the id
    /// contains no number, because the processor did not create such an id.
    func keep(_ json: Data, for id: String) throws {
        guard let number = ObjectIdentifiers.number(in: id) else { return }
        try run("INSERT OR REPLACE INTO kept (number, json) VALUES (?, ?)", [number, json])
    }

    /// Returns the number of objects with this kind and owner that match a filter and have a non-null value
    /// in `field`.
    func count(kind: String, owner: String, where filter: ListFilter, with field: String) throws -> Int64 {
        var (condition, arguments): (String, StatementValues) = ("", [field, kind, owner])
        for (name, text) in filter.sorted(by: { $0.key < $1.key }) {
            condition += " AND CAST(CAST(json AS TEXT) ->> ('$.' || ?) AS TEXT) = ?"
            arguments += [name, text]
        }
        return try one(
            """
            SELECT count(CAST(json AS TEXT) ->> ('$.' || ?)) FROM noun
            WHERE kind = ? AND owner = ?\(condition)
            """, arguments
        ) { $0[0] } ?? 0
    }

    func addLink(token: String, account: String, expires: Timestamp) throws {
        try run(
            "INSERT INTO link (token, account, expires) VALUES (?, ?, ?)", [token, account, expires.seconds])
    }

    /// Marks an onboarding link as opened. A link can be opened only once. Returns the link's account, or nil
    /// if the link is unknown, has expired or was already opened.
    func openLink(token: String, now: Timestamp) throws -> String? {
        try one(
            "UPDATE link SET opened = 1 WHERE token = ? AND opened = 0 AND expires > ? RETURNING account",
            [token, now.seconds]
        ) { $0[0] }
    }

    /// Returns the responses that were saved under either of two keys after a given time.
    ///
    /// - Returns: The responses, keyed by the key under which each was saved.
    func answers(to key: String, _ other: String, since time: Timestamp) throws -> [String: KeyedResponse] {
        // For `key IN (?, ?)`, SQLite would store both keys in a temporary table first, which takes twice as long.
        let rows = try all(
            """
            SELECT key, operation, request, created, failed, json FROM key
            WHERE key = ?1 AND created > ?3
            UNION ALL
            SELECT key, operation, request, created, failed, json FROM key
            WHERE key = ?2 AND created > ?3 LIMIT 2
            """, [key, other, time.seconds]
        ) { row -> (String, KeyedResponse) in
            (
                row[0],
                KeyedResponse(
                    operation: row[1], request: row[2], created: Timestamp(seconds: row[3]), failed: row[4],
                    json: row[5])
            )
        }
        return Dictionary(rows) { first, _ in first }
    }

    func remember(_ answer: KeyedResponse, under key: String) throws {
        try run(
            """
            INSERT OR REPLACE INTO key (key, operation, request, created, failed, json) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [key, answer.operation, answer.request, answer.created.seconds, answer.failed, answer.json])
    }

    /// Deletes old idempotency keys and events.
    ///
    /// - Parameters:
    ///   - keysBefore: Keys that were created at or before this time are deleted.
    ///   - eventsBefore: Events that were created before this time are deleted.
    func forget(keysBefore: Timestamp, eventsBefore: Timestamp) throws {
        try run("DELETE FROM key WHERE created <= ?", [keysBefore.seconds])
        try run("DELETE FROM event WHERE created < ?", [eventsBefore.seconds])
    }
}

/// The SQL conditions that select a page of a list. With an index on `created`, the database finds the rows
/// directly, even far into the list.
struct PageRange {
    let condition: String
    let order: String
    let arguments: StatementValues

    init(_ range: ListRange) {
        let created = range.created ?? Timestamp.earliest...Timestamp.latest
        if let before = range.before {
            condition = "created BETWEEN ? AND ? AND (created > ? OR number > ?)"
            order = "ORDER BY created, number LIMIT ?"
            let first = max(created.lowerBound, before.created).seconds
            arguments = [
                first, max(first, created.upperBound.seconds), before.created.seconds, before.number,
            ]
        } else {
            condition = "created BETWEEN ? AND ? AND (created < ? OR number < ?)"
            order = "ORDER BY created DESC, number DESC LIMIT ?"
            let last = min(created.upperBound, range.after?.created ?? .latest).seconds
            arguments = [
                created.lowerBound.seconds, last, range.after?.created.seconds ?? .max,
                range.after?.number ?? .max,
            ]
        }
    }
}
