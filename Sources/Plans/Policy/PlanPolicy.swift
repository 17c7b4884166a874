public import DatabaseKit
public import PaymentCore
public import TimeKit

/// What a plan does when its money moves: the subscription follows its schedule.
public struct PlanPolicy: PaymentPolicy {
    /// Whose payments are plans'.
    public static var kind: String { "plan" }

    /// The policy.
    public init() {}

    /// Records what became of the newest charge. A refund does not end the plan.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        let before = try transaction.existing(payment.subject)
        var subscription = before
        subscription.take(payment)
        if subscription != before { try transaction.save(subscription) }
    }

    /// The subscription follows its schedule.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {
        let before = try transaction.existing(schedule.subject)
        var subscription = before
        subscription.take(schedule, at: time)
        subscription.checkedAt = time
        if subscription != before { try transaction.save(subscription) }
    }

    /// One more period was paid: all of them are for the subscription.
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
            throw PlanError(.notSubscribed, String(id.prefix(40)))
        }
        return found
    }
}
