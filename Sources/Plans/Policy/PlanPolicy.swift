public import DatabaseKit
public import PaymentCore
public import TimeKit

/// The payment policy for plans. When a schedule or a payment changes, the policy updates the subscription.
public struct PlanPolicy: PaymentPolicy {
    /// The kind of payments that this policy is for: `plan`.
    public static var kind: String { "plan" }

    /// Creates the policy, which has no settings.
    public init() {}

    /// Updates the subscription's newest charge to match a payment and its refunds. A refund does not end the
    /// plan.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        let before = try transaction.existing(payment.subject)
        var subscription = before
        subscription.take(payment)
        if subscription != before { try transaction.save(subscription) }
    }

    /// Updates the subscription to match its schedule.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {
        let before = try transaction.existing(schedule.subject)
        var subscription = before
        subscription.take(schedule, at: time)
        subscription.checkedAt = time
        if subscription != before { try transaction.save(subscription) }
    }

    /// Counts a paid period, and returns the subscription's id as the subject of the period's payment.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        var subscription = try transaction.existing(schedule.subject)
        subscription.paidPeriods += 1
        try transaction.save(subscription)
        return subscription.id
    }
}

extension Transaction {
    func existing(_ id: String) throws -> PlanSubscription {
        guard let found = try planSubscription(id) else {
            throw PlanError(.notSubscribed, "there is no subscription \(id.prefix(40))")
        }
        return found
    }
}
