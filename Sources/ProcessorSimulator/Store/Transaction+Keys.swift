import DatabaseKit
import TimeKit

extension Transaction {
    func answer(to key: String) throws -> KeyedAnswer? {
        try one("SELECT operation, request, created, failed, json FROM key WHERE key = ?", [key]) { row in
            KeyedAnswer(
                operation: row[0], request: row[1], created: Timestamp(seconds: row[2]), failed: row[3],
                json: row[4])
        }
    }

    func remember(_ answer: KeyedAnswer, under key: String) throws {
        try run(
            """
            INSERT OR REPLACE INTO key (key, operation, request, created, failed, json) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [key, answer.operation, answer.request, answer.created.seconds, answer.failed, answer.json])
    }

    /// Deletes keys and events created before these times.
    func forget(keysBefore: Timestamp, eventsBefore: Timestamp) throws {
        try run("DELETE FROM key WHERE created <= ?", [keysBefore.seconds])
        try run("DELETE FROM event WHERE created < ?", [eventsBefore.seconds])
    }
}
