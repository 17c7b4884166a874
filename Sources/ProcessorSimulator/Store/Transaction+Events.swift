import DatabaseKit
import TimeKit

extension Transaction {
    func append(_ event: EventRow) throws {
        try run(
            """
            INSERT INTO event (number, id, created, type, account, kind, json, previous, request, idempotency_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                Identifiers.number(in: event.id), event.id, event.created.seconds, event.type, event.account,
                event.kind, event.json, event.previous, event.cause?.request, event.cause?.idempotencyKey,
            ])
    }

    func event(_ id: String) throws -> EventRow? {
        guard let number = Identifiers.number(in: id) else { return nil }
        return try one(
            "SELECT \(Self.eventColumns) FROM event WHERE number = ? AND id = ?", [number, id], Self.event)
    }

    /// Returns events of these types, or of all types if there are none.
    func events(_ range: ListRange, ofTypes types: [String], limit: Int) throws -> [EventRow] {
        let page = PageRange(range)
        var (condition, arguments) = (page.condition, page.arguments)
        if !types.isEmpty {
            condition += " AND type IN (\(types.map { _ in "?" }.joined(separator: ", ")))"
            for type in types { arguments += [type] }
        }
        return try all(
            "SELECT \(Self.eventColumns) FROM event WHERE \(condition) \(page.order)", arguments + [limit],
            Self.event)
    }

    private static let eventColumns =
        "id, created, type, account, kind, json, previous, request, idempotency_key"

    private static func event(_ row: StatementRow) -> EventRow {
        let cause = EventCause(request: row[7], idempotencyKey: row[8])
        return EventRow(
            id: row[0], created: Timestamp(seconds: row[1]), type: row[2], account: row[3], kind: row[4],
            json: row[5], previous: row[6], cause: cause)
    }
}
