public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Saves a new schedule, or the new state of an existing one.
    public func save(_ schedule: Schedule) throws {
        try run(
            """
            INSERT INTO schedule (id, state, subscription, due, body) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, subscription = excluded.subscription,
              due = excluded.due, body = excluded.body
            """,
            [
                schedule.id, schedule.state.rawValue, schedule.subscription, schedule.dueAt,
                document(schedule),
            ])
    }

    /// Returns the schedule with this id, or nil.
    public func schedule(_ id: String) throws -> Schedule? {
        try first("SELECT body FROM schedule WHERE id = ?", [id])
    }

    /// Returns the schedule with this id.
    ///
    /// - Throws: ``PaymentError`` with code `notFound`.
    func existingSchedule(_ id: String) throws -> Schedule {
        if let schedule = try schedule(id) { return schedule }
        throw PaymentError(.notFound, "there is no recurring payment \(id.prefix(60))")
    }

    /// Returns the schedule with this subscription, or nil.
    public func schedule(subscription: String) throws -> Schedule? {
        try first("SELECT body FROM schedule WHERE subscription = ?", [subscription])
    }

    /// Marks a schedule as due, so that it is soon fetched and its charge day is computed again. Does nothing
    /// if the schedule has no due time.
    public func markSchedule(_ id: String) throws {
        try run("UPDATE schedule SET due = 0 WHERE id = ? AND due IS NOT NULL", [id])
    }

    /// Returns the schedules that are due by `time`, and the schedules whose last charge failed.
    public func dueSchedules(before time: Timestamp, limit: Int) throws -> [Schedule] {
        try all(
            """
            SELECT body FROM schedule WHERE due <= ? OR state = 'past_due' ORDER BY due NULLS FIRST LIMIT ?
            """, [time, limit])
    }

    /// Returns the id of the processor's product for a payee's prices, or nil if the product has not been
    /// created yet. For the platform's sales, `account` is the name of the revenue account.
    public func product(ofPayee account: String) throws -> String? {
        try value("SELECT product FROM payee WHERE id = ?", [account])
    }

    /// Stores the id of the processor's product for a payee's prices. For the platform's sales, `account` is
    /// the name of the revenue account.
    func setProduct(_ product: String, ofPayee account: String) throws {
        try run(
            """
            INSERT INTO payee (id, product) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET product = excluded.product
            """, [account, product])
    }
}
