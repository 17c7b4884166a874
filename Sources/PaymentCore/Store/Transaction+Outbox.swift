public import DatabaseKit

extension Transaction {
    /// Saves a new notification, or the new state of an existing one.
    public func put(_ notice: OutboxNotice) throws {
        if notice.toldAt != nil { changed(notice.id) }
        try run(
            """
            INSERT INTO outbox (id, kind, waiting, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET waiting = excluded.waiting, body = excluded.body
            """, [notice.id, notice.kind, notice.toldAt == nil, document(notice)])
    }

    /// Returns the notification with this id, or nil.
    public func notice(_ id: String) throws -> OutboxNotice? {
        try first("SELECT body FROM outbox WHERE id = ?", [id])
    }

    /// Returns a page of notifications, oldest first. The page starts after the notification with the given
    /// id or, if `id` is nil, with the oldest one. If `isWaiting` is true, the page contains only
    /// notifications that have not been sent yet.
    public func notices(isWaiting: Bool, after id: String?, limit: Int) throws -> [OutboxNotice] {
        let condition = isWaiting ? "waiting = 1 AND " : ""
        return try all(
            "SELECT body FROM outbox WHERE \(condition)id > ? ORDER BY id LIMIT ?",
            [id ?? "", limit])
    }

    /// Returns the next page of notifications of one kind that have not been sent yet, oldest first.
    public func waitingNotices(kind: String, after id: String, limit: Int) throws -> [OutboxNotice] {
        try all(
            "SELECT body FROM outbox WHERE waiting = 1 AND kind = ? AND id > ? ORDER BY id LIMIT ?",
            [kind, id, limit])
    }
}
