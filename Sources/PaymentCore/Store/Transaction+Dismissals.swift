public import DatabaseKit
import TimeKit

extension Transaction {
    /// Saves a dismissal, replacing any earlier dismissal of the same object.
    public func save(_ dismissal: Dismissal) throws {
        changed(dismissal.id)
        try run(
            """
            INSERT INTO dismissal (id, time, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET time = excluded.time, body = excluded.body
            """, [dismissal.id, dismissal.dismissed, document(dismissal)])
    }

    /// Returns the dismissal with this id, or nil.
    public func dismissal(_ id: String) throws -> Dismissal? {
        try first("SELECT body FROM dismissal WHERE id = ?", [id])
    }

    /// Returns the next page of dismissals, newest first. If `after` is nil, returns the first page.
    public func dismissals(after: Dismissal?, limit: Int) throws -> [Dismissal] {
        try all(
            "SELECT body FROM dismissal WHERE (time, id) < (?, ?) ORDER BY time DESC, id DESC LIMIT ?",
            [after?.dismissed.seconds ?? .max, after?.id ?? "~", limit])
    }

    /// Removes a dismissal.
    func removeDismissal(_ id: String) throws {
        changed(id)
        try run("DELETE FROM dismissal WHERE id = ?", [id])
    }
}
