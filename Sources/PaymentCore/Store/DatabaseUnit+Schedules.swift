// The methods are documented where they are promised, in `PaymentUnit.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
public import TimeKit

extension DatabaseUnit: ScheduleRecords {
    public func save(_ schedule: Schedule) throws {
        try run(
            """
            INSERT INTO schedule (id, state, subscription, due, body) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, subscription = excluded.subscription,
              due = excluded.due, body = excluded.body
            """,
            [
                schedule.id, schedule.state.rawValue, schedule.subscription, schedule.dueAt?.seconds,
                try document(schedule),
            ])
    }

    public func schedule(_ id: String) throws -> Schedule? {
        try first(Schedule.self, "SELECT body FROM schedule WHERE id = ?", [id])
    }

    public func schedule(subscription: String) throws -> Schedule? {
        try first(Schedule.self, "SELECT body FROM schedule WHERE subscription = ?", [subscription])
    }

    public func markSchedule(_ id: String) throws {
        try run("UPDATE schedule SET due = 0 WHERE id = ? AND due IS NOT NULL", [id])
    }

    public func dueSchedules(before time: Timestamp, limit: Int) throws -> [Schedule] {
        try all(
            Schedule.self,
            """
            SELECT body FROM schedule WHERE due <= ? OR state = 'past_due' ORDER BY due LIMIT ?
            """, [time.seconds, limit])
    }

    public func product(ofPayee account: String) throws -> String? {
        try value("SELECT product FROM payee WHERE id = ?", [account])
    }

    public func setProduct(_ product: String, ofPayee account: String) throws {
        try run(
            """
            INSERT INTO payee (id, product) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET product = excluded.product
            """, [account, product])
    }
}
