public import DatabaseKit
public import PaymentCore
public import TimeKit

/// The policy for payments of dependents' fees. It updates the dependent when the payment changes.
public struct DependentFeePolicy: PaymentPolicy {
    /// The kind of payments of dependents' fees: `dependent_fee`.
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

    /// Does nothing, because fees have no schedules.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {}

    /// Always throws, because fees have no schedules.
    ///
    /// - Throws: `PaymentError` with code `unknownKind`.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        throw PaymentError(.unknownKind, "a dependent's fee cannot have a schedule")
    }
}
