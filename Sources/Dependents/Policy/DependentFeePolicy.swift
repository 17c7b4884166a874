public import PaymentCore
public import TimeKit

/// What a dependent's fee does when its money moves: the dependent follows its payment.
public struct DependentFeePolicy<Unit: DependentUnit>: PaymentPolicy {
    /// Whose payments are dependents' fees.
    public static var kind: String { "dependent_fee" }

    /// The policy.
    public init() {}

    /// The dependent follows its payment.
    public func changed(_ payment: Payment, at time: Timestamp, in unit: Unit) throws {
        guard let before = try unit.dependent(payment.subject) else { return }
        var enrolled = before
        enrolled.take(payment)
        if enrolled != before { try unit.save(enrolled) }
    }

    /// Fees are paid once: they have no schedules.
    public func changed(_ schedule: Schedule, at time: Timestamp, in unit: Unit) throws {}

    /// Fees are paid once: they have no schedules.
    ///
    /// - Throws: `PaymentError` with code `unknownKind`.
    public func occurrence(of schedule: Schedule, isFirst: Bool, at time: Timestamp, in unit: Unit) throws
        -> String
    {
        throw PaymentError(.unknownKind, "a schedule of a dependent's fee")
    }
}
