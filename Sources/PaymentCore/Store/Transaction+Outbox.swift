public import DatabaseKit

extension Transaction {
    /// Saves a notice, or that it was delivered.
    public func put(_ notice: OutboxNotice) throws {
        try run(
            """
            INSERT INTO outbox (id, kind, waiting, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET waiting = excluded.waiting, body = excluded.body
            """, [notice.id, notice.kind, notice.toldAt == nil, try document(notice)])
    }

    /// The notice of this id, or nil.
    public func notice(_ id: String) throws -> OutboxNotice? {
        try first(OutboxNotice.self, "SELECT body FROM outbox WHERE id = ?", [id])
    }

    /// Returns a page of notices, oldest first: all, or those not yet delivered.
    public func notices(isWaiting: Bool, after id: String?, limit: Int) throws -> [OutboxNotice] {
        let condition = isWaiting ? "waiting = 1 AND " : ""
        return try all(
            OutboxNotice.self, "SELECT body FROM outbox WHERE \(condition)id > ? ORDER BY id LIMIT ?",
            [id ?? "", limit])
    }

    /// Returns a page of undelivered notices of one kind, oldest first, after a given id.
    public func waitingNotices(kind: String, after id: String, limit: Int) throws -> [OutboxNotice] {
        try all(
            OutboxNotice.self,
            "SELECT body FROM outbox WHERE waiting = 1 AND kind = ? AND id > ? ORDER BY id LIMIT ?",
            [kind, id, limit])
    }
}
