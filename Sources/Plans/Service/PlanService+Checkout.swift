import MoneyKit
public import PaymentCore
import TimeKit

extension PlanService {
    /// Buys a plan: the first month is charged now, and each next one on the same day.
    ///
    /// - Parameters:
    ///   - choice: By the catalogue's price or plan; what it costs is the catalogue's.
    ///   - method: `pm_…`
    ///   - key: The same key with the same choice answers the same subscription, also one that was declined.
    /// - Returns: The status. It is `unknown` where the processor did not answer: ``restore(_:)`` finds out.
    /// - Throws: ``PlanError`` with code `unknownPrice`, `notPurchasable`, `alreadySubscribed` or `idempotencyConflict`;
    ///   `PaymentError` when the card is declined, the processor refuses, or the guard lets no card through.
    public func checkout(
        _ choice: PlanChoice, for subscriber: String, by payer: Payer, method: String, key: String? = nil
    ) async throws -> PlanStatus {
        let chosen = try catalogue.purchasable(choice)
        // The processor may have ended the one before since it was last read.
        _ = try await refresh(subscriber)
        let (subscription, call) = try await units.write { unit -> (PlanSubscription, ProcessorCall?) in
            let last = try unit.planSubscriptions(of: subscriber, limit: 1).first
            if let key, let last, last.key == key {
                guard last.price == chosen.price.id else { throw PlanError(.idempotencyConflict) }
                return (last, nil)
            }
            if let last, last.isOpen { throw PlanError(.alreadySubscribed, last.product) }
            return try begin(chosen, for: subscriber, by: payer, method: method, key: key, in: unit)
        }
        if let call {
            do {
                try await payments.carry(call)
            } catch let error as PaymentError where error.code == .outcomeUnknown {
                return try await status(of: subscriber)
            }
        } else {
            _ = try await tolerating { try await payments.finishCalls(about: subscription.schedule) }
        }
        return try await refresh(subscriber)
    }

    private func begin(
        _ chosen: (plan: Plan, product: String, price: PlanPrice), for subscriber: String, by payer: Payer,
        method: String, key: String?, in unit: Units.Unit
    ) throws -> (PlanSubscription, ProcessorCall?) {
        let (id, now) = (ids.make("psub"), clock.now())
        let (schedule, call) = try payments.beginMonthly(
            PaymentOrder(
                kind: PlanPolicy<Units.Unit>.kind, subject: id, form: .platform(revenue: .planRevenue),
                quote: try Quote(of: chosen.price.amount, by: ProductFee()), method: method, payer: payer,
                statementDescriptor: "PLAN SUBSCRIPTION"), in: unit)
        var kept = payer
        kept.client = nil
        let subscription = PlanSubscription(
            id: id, subscriber: subscriber, product: chosen.product, price: chosen.price.id,
            amount: chosen.price.amount, payer: kept, key: key, created: now, schedule: schedule.id,
            state: schedule.state, end: nil, endsWithPeriod: false, paidPeriods: 0, failure: nil,
            checkedAt: now)
        try unit.save(subscription)
        return (subscription, call)
    }
}
