public import DatabaseKit
public import TimeKit

/// The policies of the products that share one driver. Each policy is notified only of its own payments and
/// schedules, identified by their kind.
public struct PolicyTable: PaymentPolicy {
    private let policies: [String: any PaymentPolicy]

    /// Creates a table of policies, keyed by kind of payment, such as `gift`.
    public init(_ policies: [String: any PaymentPolicy]) { self.policies = policies }

    /// Notifies the payment's product of a change.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind`.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        try policy(of: payment.kind).changed(payment, at: time, in: transaction)
    }

    /// Notifies the schedule's product of a change.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind`.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {
        try policy(of: schedule.kind).changed(schedule, at: time, in: transaction)
    }

    /// Notifies the schedule's product of a change that was made at the processor.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind`.
    public func changedOutside(
        _ schedule: Schedule, from before: Schedule, at time: Timestamp, in transaction: Transaction
    ) throws {
        try policy(of: schedule.kind).changedOutside(schedule, from: before, at: time, in: transaction)
    }

    /// Returns the subject that the schedule's product assigns to the payment for a period.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind`.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        try policy(of: schedule.kind).occurrence(of: schedule, isFirst: isFirst, at: time, in: transaction)
    }

    /// Returns the charge day that the schedule's product has chosen.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind`.
    public func day(of schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws
        -> MonthlyDay?
    {
        try policy(of: schedule.kind).day(of: schedule, at: time, in: transaction)
    }

    private func policy(of kind: String) throws(PaymentError) -> any PaymentPolicy {
        guard let policy = policies[kind] else {
            let known = policies.keys.sorted().joined(separator: ", ")
            throw PaymentError(.unknownKind, "\(kind) is unknown; the known kinds are: \(known)")
        }
        return policy
    }
}
