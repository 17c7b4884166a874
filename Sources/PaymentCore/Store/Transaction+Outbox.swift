public import DatabaseKit

extension Transaction {
    /// Puts a notice in, or keeps that it was told.
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

    /// Notices behind one, oldest first: all, or those that are still to be told.
    public func notices(isWaiting: Bool, behind id: String?, limit: Int) throws -> [OutboxNotice] {
        let condition = isWaiting ? "waiting = 1 AND " : ""
        return try all(
            OutboxNotice.self, "SELECT body FROM outbox WHERE \(condition)id > ? ORDER BY id LIMIT ?",
            [id ?? "", limit])
    }

    /// Notices of one kind that are still to be told, behind an id, oldest first.
    public func waitingNotices(kind: String, behind id: String, limit: Int) throws -> [OutboxNotice] {
        try all(
            OutboxNotice.self,
            "SELECT body FROM outbox WHERE waiting = 1 AND kind = ? AND id > ? ORDER BY id LIMIT ?",
            [kind, id, limit])
    }
}
