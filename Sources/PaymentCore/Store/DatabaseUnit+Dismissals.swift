// The methods are documented at their declaration in `Dismissal.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import TimeKit

extension DatabaseUnit: DismissalRecords {
    public func save(_ dismissal: Dismissal) throws {
        try run(
            """
            INSERT INTO dismissal (id, time, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET time = excluded.time, body = excluded.body
            """, [dismissal.id, dismissal.dismissed.seconds, try document(dismissal)])
    }

    public func dismissal(_ id: String) throws -> Dismissal? {
        try first(Dismissal.self, "SELECT body FROM dismissal WHERE id = ?", [id])
    }

    public func dismissals(after: Dismissal?, limit: Int) throws -> [Dismissal] {
        try all(
            Dismissal.self,
            "SELECT body FROM dismissal WHERE (time, id) < (?, ?) ORDER BY time DESC, id DESC LIMIT ?",
            [after?.dismissed.seconds ?? .max, after?.id ?? "~", limit])
    }

    public func removeDismissal(_ id: String) throws {
        try run("DELETE FROM dismissal WHERE id = ?", [id])
    }
}
