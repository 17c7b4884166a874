import DatabaseKit
import Foundation
import TimeKit

extension Transaction {
    /// Stores an e-mail that is due immediately. Does nothing if an e-mail with this id exists.
    ///
    /// - Parameters:
    ///   - id: The e-mail's id.
    ///   - recipient: The key of the recipient's address.
    ///   - time: The time when the e-mail was written.
    ///   - message: The complete message: header, empty line and text.
    func add(letter id: String, to recipient: String, at time: Timestamp, _ message: [UInt8]) throws {
        try run(
            """
            INSERT INTO letter (id, recipient, time, due, holder, tries, body) VALUES (?, ?, ?, ?, NULL, 0, ?)
            ON CONFLICT (id) DO NOTHING
            """, [id, recipient, time.seconds, time.seconds, Data(message)])
    }

    /// Returns the ids of the due e-mails whose ids are in a range, the earliest due first.
    func dueLetters(from first: String, to end: String, at now: Timestamp, limit: Int) throws -> [String] {
        try all(
            "SELECT id FROM letter WHERE due <= ? AND id >= ? AND id < ? ORDER BY due, id LIMIT ?",
            [now.seconds, first, end, limit]
        ) { $0[0] }
    }

    /// Claims an e-mail that is due, so that it is not due again until `end`.
    ///
    /// - Returns: The e-mail; nil if it is not due or does not exist.
    func take(letter id: String, for holder: String, at now: Timestamp, until end: Timestamp) throws
        -> StoredLetter?
    {
        try one(
            "UPDATE letter SET due = ?, holder = ? WHERE id = ? AND due <= ? RETURNING time, tries, body",
            [end.seconds, holder, id, now.seconds]
        ) { row in
            let body: Data = row[2]
            return StoredLetter(message: Array(body), time: Timestamp(seconds: row[0]), tries: row[1])
        }
    }

    /// Extends a holder's claim to an e-mail.
    ///
    /// - Returns: Whether the holder still had the claim.
    func renew(letter id: String, of holder: String, until end: Timestamp) throws -> Bool {
        try changedRows(
            "UPDATE letter SET due = ? WHERE id = ? AND holder = ?", [end.seconds, id, holder]) > 0
    }

    /// Ends a holder's claim to an e-mail that was not delivered.
    ///
    /// - Parameters:
    ///   - due: The time of the next attempt; nil if no attempt follows.
    ///   - tries: The new number of attempts; nil to keep the stored number.
    func release(letter id: String, of holder: String, due: Timestamp?, tries: Int?) throws {
        try run(
            """
            UPDATE letter SET due = ?, holder = NULL, tries = COALESCE(CAST(? AS BIGINT), tries)
            WHERE id = ? AND holder = ?
            """, [due?.seconds, tries, id, holder])
    }

    /// Removes an e-mail that the holder has delivered.
    func remove(letter id: String, of holder: String) throws {
        try run("DELETE FROM letter WHERE id = ? AND holder = ?", [id, holder])
    }

    /// Removes all e-mails to an address.
    func removeLetters(to recipient: String) throws {
        try run("DELETE FROM letter WHERE recipient = ?", [recipient])
    }

    /// Removes all e-mails that were written before a time.
    func removeLetters(writtenBefore time: Timestamp) throws {
        try run("DELETE FROM letter WHERE time < ?", [time.seconds])
    }
}

/// An e-mail that is stored in the database.
struct StoredLetter {
    /// The complete message: header, empty line and text.
    let message: [UInt8]
    /// The time when the e-mail was written.
    let time: Timestamp
    /// The number of delivery attempts so far.
    let tries: Int
}
