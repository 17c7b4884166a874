public import DatabaseKit
public import TimeKit

/// A policy that forwards each call to one of several policies, depending on the kind of the payment or
/// schedule.
public struct PolicyTable: PaymentPolicy {
    private let policies: [String: any PaymentPolicy]

    /// Creates a table of policies, keyed by kind of payment, such as `gift`.
    public init(_ policies: [String: any PaymentPolicy]) { self.policies = policies }

    /// Passes a changed payment to the policy for the payment's kind.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind` if the table has no policy for the kind, or an
    ///   error that the policy throws.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        try policy(of: payment.kind).changed(payment, at: time, in: transaction)
    }

    /// Forwards a schedule's change to the policy for the schedule's kind.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind` if the table has no policy for the kind, or an
    ///   error that the policy throws.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {
        try policy(of: schedule.kind).changed(schedule, at: time, in: transaction)
    }

    /// Informs the policy for the schedule's kind that the schedule was changed directly at the processor.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind` if the table has no policy for the kind, or an
    ///   error that the policy throws.
    public func changedOutside(
        _ schedule: Schedule, from before: Schedule, at time: Timestamp, in transaction: Transaction
    ) throws {
        try policy(of: schedule.kind).changedOutside(schedule, from: before, at: time, in: transaction)
    }

    /// Returns the subject of the payment for one period, as determined by the policy for the schedule's
    /// kind.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind` if the table has no policy for the kind, or an
    ///   error that the policy throws.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        try policy(of: schedule.kind).occurrence(of: schedule, isFirst: isFirst, at: time, in: transaction)
    }

    /// Returns the charge day, as determined by the policy for the schedule's kind.
    ///
    /// - Throws: ``PaymentError`` with code `unknownKind` if the table has no policy for the kind, or an
    ///   error that the policy throws.
    public func day(of schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws
        -> MonthlyDay?
    {
        try policy(of: schedule.kind).day(of: schedule, at: time, in: transaction)
    }

    private func policy(of kind: String) throws(PaymentError) -> any PaymentPolicy {
        guard let policy = policies[kind] else {
            let known = policies.keys.sorted().joined(separator: ", ")
            throw PaymentError(.unknownKind, "the kind \"\(kind)\" is unknown; the known kinds are: \(known)")
        }
        return policy
    }
}
