import DatabaseKit
import TimeKit

extension Transaction {
    func schedule(_ due: Due) throws {
        try run(
            "INSERT OR IGNORE INTO due (at, kind, subject) VALUES (?, ?, ?)",
            [due.at.seconds, due.kind.rawValue, due.subject])
    }

    /// Returns the first item that is due at or before a time, or nil.
    func nextDue(upTo now: Timestamp) throws -> Due? {
        try one(
            "SELECT at, kind, subject FROM due WHERE at <= ? ORDER BY at, kind, subject LIMIT 1",
            [now.seconds]
        ) { row in
            guard let kind = Due.Kind(rawValue: row[1]) else {
                preconditionFailure("the file holds something due that no migration knows")
            }
            return Due(at: Timestamp(seconds: row[0]), kind: kind, subject: row[2])
        }
    }

    func remove(_ due: Due) throws {
        try run(
            "DELETE FROM due WHERE at = ? AND kind = ? AND subject = ?",
            [due.at.seconds, due.kind.rawValue, due.subject])
    }
}
