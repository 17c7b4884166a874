public import DatabaseKit
public import PaymentCore
public import TimeKit

/// The policy for payments of dependents' fees: it updates the dependent when its payment changes.
public struct DependentFeePolicy: PaymentPolicy {
    /// The kind of payments that are dependents' fees.
    public static var kind: String { "dependent_fee" }

    /// Creates the policy.
    public init() {}

    /// Updates the dependent from its payment.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        guard let before = try transaction.dependent(payment.subject) else { return }
        var enrolled = before
        enrolled.take(payment)
        if enrolled != before { try transaction.save(enrolled) }
    }

    /// Does nothing: fees have no schedules.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {}

    /// Always throws: fees have no schedules.
    ///
    /// - Throws: `PaymentError` with code `unknownKind`.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        throw PaymentError(.unknownKind, "a schedule for a dependent's fee")
    }
}
