public import TimeKit

/// What a product does when its money moves: data and five functions. All else is the core's.
///
/// Each is called within the unit of work in which the core books, so that both are kept or none.
public protocol PaymentPolicy<Unit>: Sendable {
    /// What a unit can do for this policy.
    associatedtype Unit

    /// A payment has another state: paid, declined, refunded, disputed.
    func changed(_ payment: Payment, at time: Timestamp, in unit: Unit) throws

    /// A schedule has another state.
    func changed(_ schedule: Schedule, at time: Timestamp, in unit: Unit) throws

    /// A schedule was changed at the processor and not by this program: another amount, day or card, a pause, its end. It is
    /// called after the schedule has another state.
    ///
    /// - Parameter before: What was known of it.
    func changedOutside(_ schedule: Schedule, from before: Schedule, at time: Timestamp, in unit: Unit) throws

    /// A period of a schedule was paid.
    ///
    /// - Parameter isFirst: The charge with which the schedule began.
    /// - Returns: The subject of the payment that is booked for it.
    func occurrence(of schedule: Schedule, isFirst: Bool, at time: Timestamp, in unit: Unit) throws -> String

    /// The day on which a schedule is to be charged, by the time zone that its payee has now.
    ///
    /// - Returns: The schedule's own day where nothing else is said; nil: as the processor counts.
    func day(of schedule: Schedule, at time: Timestamp, in unit: Unit) throws -> MonthlyDay?
}

extension PaymentPolicy {
    /// The schedule's own day.
    public func day(of schedule: Schedule, at time: Timestamp, in unit: Unit) throws -> MonthlyDay? {
        schedule.day
    }
}

extension PaymentPolicy {
    /// Nothing: the schedule's new state says enough.
    public func changedOutside(
        _ schedule: Schedule, from before: Schedule, at time: Timestamp, in unit: Unit
    ) throws {}
}
