import DatabaseKit
import TimeKit

extension Transaction {
    func add(_ delivery: DeliveryRow) throws {
        try run(
            "INSERT INTO delivery (event, type, endpoint, attempts, next) VALUES (?, ?, ?, ?, ?)",
            [delivery.event, delivery.type, delivery.endpoint, delivery.attempts, delivery.next?.seconds])
    }

    /// Returns how many deliveries of an event are pending.
    func pendingDeliveries(ofEvent id: String) throws -> Int64 {
        try one("SELECT count(*) FROM delivery WHERE event = ? AND next IS NOT NULL", [id]) { $0[0] } ?? 0
    }

    /// Returns whether any delivery is due and not claimed.
    func hasDueDelivery(at now: Timestamp, lease: Int64) throws -> Bool {
        try one(
            "SELECT 1 FROM delivery WHERE next <= ? AND lease <= ? LIMIT 1", [now.seconds, lease]
        ) { $0[0] as Int? } != nil
    }

    /// Claims the oldest due deliveries to each endpoint. Skips endpoints that already have claimed
    /// deliveries.
    func claimDeliveries(_ claim: DeliveryClaim) throws -> [DeliveryRow] {
        try all(
            """
            UPDATE delivery SET lease = ?1 WHERE number IN (
                SELECT number FROM (
                    SELECT number, row_number() OVER (PARTITION BY endpoint ORDER BY number) AS place
                    FROM delivery WHERE next <= ?2 AND endpoint NOT IN (
                        SELECT endpoint FROM delivery WHERE lease > ?3)
                ) WHERE place <= ?4)
            RETURNING \(Self.deliveryColumns)
            """, [claim.leaseEnd, claim.now.seconds, claim.leaseNow, claim.perEndpoint], Self.delivery
        ).sorted { $0.number < $1.number }
    }

    func delivery(_ number: Int64) throws -> DeliveryRow? {
        try one(
            "SELECT \(Self.deliveryColumns) FROM delivery WHERE number = ?", [number], Self.delivery)
    }

    func update(_ delivery: DeliveryRow) throws {
        try run(
            "UPDATE delivery SET attempts = ?, next = ?, lease = 0 WHERE number = ?",
            [delivery.attempts, delivery.next?.seconds, delivery.number])
    }

    func drop(deliveriesTo endpoint: String) throws {
        try run("UPDATE delivery SET next = NULL WHERE endpoint = ? AND next IS NOT NULL", [endpoint])
    }

    func add(_ attempt: AttemptRow) throws {
        try run(
            """
            INSERT INTO attempt
                (delivery, event, type, endpoint, url, attempt, at, status, problem, fault, milliseconds, next)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                attempt.delivery, attempt.event, attempt.type, attempt.endpoint, attempt.url, attempt.attempt,
                attempt.at.seconds, attempt.status, attempt.problem, attempt.fault, attempt.milliseconds,
                attempt.next?.seconds,
            ])
    }

    /// Returns the attempts whose number is higher than `number`, oldest first.
    func attempts(after number: Int64, limit: Int) throws -> [AttemptRow] {
        try all(
            "SELECT \(Self.attemptColumns) FROM attempt WHERE number > ? ORDER BY number LIMIT ?",
            [number, limit], Self.attempt)
    }

    /// Returns the latest attempts, newest first.
    func attempts(newest limit: Int) throws -> [AttemptRow] {
        try all(
            "SELECT \(Self.attemptColumns) FROM attempt ORDER BY number DESC LIMIT ?", [limit], Self.attempt)
    }

    private static let deliveryColumns = "number, event, type, endpoint, attempts, next"

    private static func delivery(_ row: StatementRow) -> DeliveryRow {
        DeliveryRow(
            number: row[0], event: row[1], type: row[2], endpoint: row[3], attempts: row[4],
            next: (row[5] as Int64?).map { Timestamp(seconds: $0) })
    }

    private static let attemptColumns =
        "number, delivery, event, type, endpoint, url, attempt, at, status, problem, fault, milliseconds, next"

    private static func attempt(_ row: StatementRow) -> AttemptRow {
        AttemptRow(
            number: row[0], delivery: row[1], event: row[2], type: row[3], endpoint: row[4], url: row[5],
            attempt: row[6], at: Timestamp(seconds: row[7]), status: row[8], problem: row[9], fault: row[10],
            milliseconds: row[11], next: (row[12] as Int64?).map { Timestamp(seconds: $0) })
    }

    func append(_ event: EventRow) throws {
        try run(
            """
            INSERT INTO event (number, id, created, type, account, kind, json, previous, request, idempotency_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                ObjectIdentifiers.number(in: event.id), event.id, event.created.seconds, event.type,
                event.account,
                event.kind, event.json, event.previous, event.cause?.request, event.cause?.idempotencyKey,
            ])
    }

    func event(_ id: String) throws -> EventRow? {
        guard let number = ObjectIdentifiers.number(in: id) else { return nil }
        return try one(
            "SELECT \(Self.eventColumns) FROM event WHERE number = ? AND id = ?", [number, id], Self.event)
    }

    /// Returns events of these types, or of all types if the list is empty.
    ///
    /// A type that ends in `.*`, such as `charge.*`, selects all types with the prefix `charge.`. The type
    /// `*` selects all types.
    func events(_ range: ListRange, ofTypes types: [String], of owner: EventOwner, limit: Int) throws
        -> [EventRow]
    {
        let page = PageRange(range)
        var (condition, arguments) = (page.condition, page.arguments)
        switch owner {
        case .all: break
        case .platform: condition += " AND account IS NULL"
        case .account(let id):
            condition += " AND account = ?"
            arguments += [id]
        }
        if !types.isEmpty, !types.contains("*") {
            var choices: [String] = []
            for type in types {
                if type.hasSuffix(".*") {
                    let prefix = String(type.dropLast())
                    choices.append("substr(type, 1, ?) = ?")
                    arguments += [prefix.unicodeScalars.count, prefix]
                } else {
                    choices.append("type = ?")
                    arguments += [type]
                }
            }
            condition += " AND (\(choices.joined(separator: " OR ")))"
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
