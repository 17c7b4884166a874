public import TimeKit

/// What a product does when its money moves: data and four functions. All else is the core's.
///
/// Each is called within the unit of work in which the core books, so that both are kept or none.
public protocol PaymentPolicy<Unit>: Sendable {
    /// What a unit can do for this policy.
    associatedtype Unit

    /// A payment has another state: paid, declined, refunded, disputed.
    func changed(_ payment: Payment, at time: Timestamp, in unit: Unit) throws

    /// A schedule has another state.
    func changed(_ schedule: Schedule, at time: Timestamp, in unit: Unit) throws

    /// A period of a schedule was paid.
    ///
    /// - Parameter isFirst: The charge with which the schedule began.
    /// - Returns: The subject of the payment that is booked for it.
    func occurrence(of schedule: Schedule, isFirst: Bool, at time: Timestamp, in unit: Unit) throws -> String
}
