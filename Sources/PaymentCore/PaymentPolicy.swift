public import DatabaseKit
public import TimeKit

/// The functions that a product, such as giving, implements to react to changes in its payments and
/// schedules. The payment core handles everything else.
///
/// Each function runs in the transaction that records the change. The changes of the payment core and of the
/// product are therefore committed together.
public protocol PaymentPolicy: Sendable {
    /// Handles a payment's new state, such as paid, declined, refunded or disputed.
    func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws

    /// Handles a schedule's new state.
    func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws

    /// Handles a change that was made to a schedule directly at the processor. The change can be a new
    /// amount, day or card, a pause, or the end of the schedule.
    ///
    /// The payment core calls this function after it has updated the schedule. `before` is the schedule's
    /// previous state.
    func changedOutside(
        _ schedule: Schedule, from before: Schedule, at time: Timestamp, in transaction: Transaction) throws

    /// Handles a paid period of a schedule. The payment core calls this function before it records the
    /// payment for the period. `isFirst` is true for the first period of the schedule.
    ///
    /// - Returns: The subject of the payment that is recorded for this period.
    func occurrence(of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction)
        throws -> String

    /// Returns the day on which a schedule is charged, in the payee's current time zone.
    ///
    /// - Returns: The day, or nil if the processor determines the day. The default implementation returns the
    ///   day that is stored in the schedule.
    func day(of schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws -> MonthlyDay?
}

extension PaymentPolicy {
    /// Returns the day that is stored in the schedule. This is the default implementation.
    public func day(of schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws
        -> MonthlyDay?
    {
        schedule.day
    }
}

extension PaymentPolicy {
    /// Does nothing. This default implementation is sufficient for products that need only the updated
    /// schedule.
    public func changedOutside(
        _ schedule: Schedule, from before: Schedule, at time: Timestamp, in transaction: Transaction
    ) throws {}
}
