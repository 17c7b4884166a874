import DatabaseKit
import TimeKit

extension Transaction {
    func schedule(_ due: Due, on clock: String) throws {
        try run(
            "INSERT OR IGNORE INTO clock_due (clock, at, kind, subject) VALUES (?, ?, ?, ?)",
            [clock, due.at.seconds, due.kind.rawValue, due.subject])
    }

    func nextDue(on clock: String, upTo moment: Timestamp) throws -> Due? {
        try one(
            """
            SELECT at, kind, subject FROM clock_due WHERE clock = ? AND at <= ?
            ORDER BY at, kind, subject LIMIT 1
            """, [clock, moment.seconds], Self.due)
    }

    func remove(_ due: Due, on clock: String) throws {
        try run(
            "DELETE FROM clock_due WHERE clock = ? AND at = ? AND kind = ? AND subject = ?",
            [clock, due.at.seconds, due.kind.rawValue, due.subject])
    }

    func removeAll(on clock: String) throws {
        try run("DELETE FROM clock_due WHERE clock = ?", [clock])
    }

    /// Returns the number of seconds by which the simulator's time is ahead of its underlying clock.
    func clockOffset() throws -> Int64 {
        try one("SELECT offset FROM clock") { $0[0] } ?? 0
    }

    func setClockOffset(_ seconds: Int64) throws {
        try run("UPDATE clock SET offset = ?", [seconds])
    }

    func schedule(_ due: Due) throws {
        try run(
            "INSERT OR IGNORE INTO due (at, kind, subject) VALUES (?, ?, ?)",
            [due.at.seconds, due.kind.rawValue, due.subject])
    }

    /// Returns the item that becomes due first, if it is due at or before `now`; otherwise nil.
    func nextDue(upTo now: Timestamp) throws -> Due? {
        try one(
            "SELECT at, kind, subject FROM due WHERE at <= ? ORDER BY at, kind, subject LIMIT 1",
            [now.seconds], Self.due)
    }

    func remove(_ due: Due) throws {
        try run(
            "DELETE FROM due WHERE at = ? AND kind = ? AND subject = ?",
            [due.at.seconds, due.kind.rawValue, due.subject])
    }

    static func due(_ row: StatementRow) -> Due {
        guard let kind = Due.Kind(rawValue: row[1]) else {
            preconditionFailure("the file contains a due task of an unknown kind")
        }
        return Due(at: Timestamp(seconds: row[0]), kind: kind, subject: row[2])
    }
}
