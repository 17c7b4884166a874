import DatabaseKit
import GRDB
import TimeKit

extension DatabaseUnit {
    func append(_ event: EventRow) throws {
        try run(
            "INSERT INTO event (number, id, created, type, account, kind, json) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                Identifiers.number(in: event.id), event.id, event.created.seconds, event.type, event.account,
                event.kind, event.json,
            ])
    }

    func event(number: Int64) throws -> EventRow? {
        try one("SELECT \(Self.eventColumns) FROM event WHERE number = ?", [number], Self.event)
    }

    func events(created: ClosedRange<Timestamp>, behind cursor: Int64?, limit: Int) throws -> [EventRow] {
        let behind =
            cursor == nil ? "" : "AND (created, number) < ((SELECT created FROM event WHERE number = ?), ?)"
        var arguments: StatementArguments = [created.lowerBound.seconds, created.upperBound.seconds]
        if let cursor { arguments += [cursor, cursor] }
        return try all(
            """
            SELECT \(Self.eventColumns) FROM event WHERE created BETWEEN ? AND ? \(behind)
            ORDER BY created DESC, number DESC LIMIT ?
            """, arguments + [limit], Self.event)
    }

    private static let eventColumns = "id, created, type, account, kind, json"

    private static func event(_ row: Row) -> EventRow {
        EventRow(
            id: row[0], created: Timestamp(seconds: row[1]), type: row[2], account: row[3], kind: row[4],
            json: row[5])
    }
}
