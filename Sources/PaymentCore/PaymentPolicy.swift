public import DatabaseKit
public import TimeKit

/// A product's response to the movement of its money: data and five functions. The core does everything else.
///
/// Each function runs in the transaction in which the core books, so that both are committed or neither is.
public protocol PaymentPolicy: Sendable {
    /// A payment has another state: paid, declined, refunded, disputed.
    func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws

    /// A schedule has another state.
    func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws

    /// Handles a change of a schedule that was made at the processor, not by this program: a new amount, day or card, a
    /// pause, or its end. Called after the schedule's state was updated.
    ///
    /// - Parameter before: The schedule's previous state.
    func changedOutside(
        _ schedule: Schedule, from before: Schedule, at time: Timestamp, in transaction: Transaction) throws

    /// A period of a schedule was paid.
    ///
    /// - Parameter isFirst: The charge with which the schedule began.
    /// - Returns: The subject of the payment that is booked for it.
    func occurrence(of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction)
        throws -> String

    /// Returns the day on which a schedule should be charged, in its payee's current time zone.
    ///
    /// - Returns: By default the schedule's own day. Nil leaves the day to the processor.
    func day(of schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws -> MonthlyDay?
}

extension PaymentPolicy {
    /// Returns the schedule's own day.
    public func day(of schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws
        -> MonthlyDay?
    {
        schedule.day
    }
}

extension PaymentPolicy {
    /// Does nothing: the schedule's new state is sufficient.
    public func changedOutside(
        _ schedule: Schedule, from before: Schedule, at time: Timestamp, in transaction: Transaction
    ) throws {}
}
