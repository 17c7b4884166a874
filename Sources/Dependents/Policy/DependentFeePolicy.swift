public import DatabaseKit
public import PaymentCore
public import TimeKit

/// The payment policy for dependents' fees. When a payment changes, the policy updates the dependent.
public struct DependentFeePolicy: PaymentPolicy {
    /// The kind of payment that this policy handles: `dependent_fee`.
    public static var kind: String { "dependent_fee" }

    /// Creates the policy, which has no settings.
    public init() {}

    /// Updates the dependent to match the payment.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        guard let before = try transaction.dependent(payment.subject) else { return }
        var enrolled = before
        enrolled.take(payment)
        if enrolled != before { try transaction.save(enrolled) }
    }

    /// Does nothing, because fees have no schedules.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {}

    /// Always throws an error, because fees have no schedules.
    ///
    /// - Throws: `PaymentError` with code `unknownKind`.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        throw PaymentError(
            .unknownKind, "a dependent's fee is paid only once, so it cannot have a payment schedule")
    }
}
