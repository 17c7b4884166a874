public import DatabaseKit
public import TimeKit

/// A product's reactions to changes of its payments and schedules: five functions. The core does everything else.
///
/// Each function runs in the transaction in which the core books the change, so that both are committed or neither is.
public protocol PaymentPolicy: Sendable {
    /// Handles a new state of a payment: paid, declined, refunded or disputed.
    func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws

    /// Handles a new state of a schedule.
    func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws

    /// Handles a change of a schedule that was made at the processor, not by this program: a new amount, day or card, a
    /// pause, or its end. Called after the schedule's state was updated.
    ///
    /// - Parameter before: The schedule's previous state.
    func changedOutside(
        _ schedule: Schedule, from before: Schedule, at time: Timestamp, in transaction: Transaction) throws

    /// Handles a paid period of a schedule.
    ///
    /// - Parameter isFirst: Whether it is the charge with which the schedule began.
    /// - Returns: The subject of the payment that is booked for the period.
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
