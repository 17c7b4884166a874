import DatabaseKit
import TimeKit

extension Transaction {
    /// Returns what was answered under these two keys after a time.
    func answers(to key: String, _ other: String, since time: Timestamp) throws -> [String: KeyedAnswer] {
        let rows = try all(
            """
            SELECT key, operation, request, created, failed, json FROM key
            WHERE key IN (?, ?) AND created > ? LIMIT 2
            """, [key, other, time.seconds]
        ) { row -> (String, KeyedAnswer) in
            (
                row[0],
                KeyedAnswer(
                    operation: row[1], request: row[2], created: Timestamp(seconds: row[3]), failed: row[4],
                    json: row[5])
            )
        }
        return Dictionary(rows) { first, _ in first }
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
