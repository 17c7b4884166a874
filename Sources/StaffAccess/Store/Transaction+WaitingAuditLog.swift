import DatabaseKit
package import TimeKit

extension Transaction {
    /// Adds a row to the audit log.
    ///
    /// Each row contains the hash of the row before it, so transactions that append rows run one after
    /// another. SQLite runs all writing transactions in this way. On PostgreSQL, this method stores the event
    /// without a number and a hash, and ``chainAuditLog(limit:)`` appends it later.
    package func append(_ event: AuditLogEvent, at time: Timestamp) throws {
        guard runsConcurrently else {
            try append(event, after: lastChained(), at: time)
            return
        }
        try run(
            """
            INSERT INTO audit_log_waiting (time, actor, action, network, refusal, ids, organizations)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [time.seconds] + event.storable.values)
    }

    /// Returns whether there are stored events that have not been added to the chain.
    func hasWaitingAuditLog() throws -> Bool {
        try isAny("SELECT 1 FROM audit_log_waiting LIMIT 1")
    }

    /// Returns the time of the newest event that is waiting to be added to the chain and whose action is not
    /// `action`; nil if no event qualifies.
    package func lastWaitingEvent(otherThan action: AuditLogAction) throws -> Timestamp? {
        try one(
            "SELECT time FROM audit_log_waiting WHERE action <> ? ORDER BY time DESC LIMIT 1",
            [action.rawValue]
        ) { row in Timestamp(seconds: row[0]) }
    }

    /// Appends the oldest waiting events to the chain.
    ///
    /// - Parameter limit: The maximum number of events to append.
    /// - Returns: Whether more events may be waiting.
    func chainAuditLog(limit: Int) throws -> Bool {
        let waiting = try all(
            """
            SELECT position, time, actor, action, network, refusal, ids, organizations FROM audit_log_waiting
            ORDER BY position LIMIT ?
            """, [limit]
        ) { row in
            (position: row[0] as Int64, time: Timestamp(seconds: row[1]), event: AuditLogEvent(row))
        }
        guard let end = waiting.last else { return false }
        var last = try lastChained()
        for row in waiting { last = try append(row.event, after: last, at: row.time) }
        // A transaction that is still running may commit a lower position later. This transaction's snapshot does not
        // contain that row, so it is not deleted here.
        try run("DELETE FROM audit_log_waiting WHERE position <= ?", [end.position])
        return waiting.count == limit
    }
}
