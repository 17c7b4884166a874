import DatabaseKit
public import MoneyKit
import PaymentCore
public import TimeKit

/// A report about the monthly revenue from plans and the number of lost subscribers.
public struct PlanReport: Hashable, Sendable {
    /// The monthly recurring revenue of all active subscriptions, with one amount per currency, sorted by
    /// currency code. For a yearly price, a twelfth of the amount is counted. The discount of a promotion
    /// code is deducted, unless the code applies only to the first charge.
    public private(set) var monthlyRevenue: [Money] = []
    /// The current number of active subscribers.
    public private(set) var active = 0
    /// The number of active subscribers at the start of the period.
    public private(set) var activeBefore = 0
    /// The number of subscribers who were active at the start of the period and are no longer active.
    public private(set) var lost = 0

    /// The churn rate: the percentage of the initially active subscribers who are no longer active, rounded
    /// half up to a multiple of 0.01%. Nil if there were no active subscribers at the start of the period.
    public var churn: BasisPoints? {
        guard activeBefore > 0 else { return nil }
        return BasisPoints(Int64((lost * 20_000 + activeBefore) / (2 * activeBefore)))
    }

    /// Creates the report for a period that ends now.
    ///
    /// - Parameters:
    ///   - all: All subscriptions, including those that have ended.
    ///   - start: The start of the period.
    ///   - now: The current time.
    ///   - grace: The grace period in seconds (see ``PlanService/grace``).
    /// - Throws: `MoneyError` if a sum is too large.
    public init(of all: [PlanSubscription], since start: Timestamp, at now: Timestamp, grace: Int64)
        throws(MoneyError)
    {
        let bought = all.filter(\.hasBegun)
        let living = bought.filter { $0.lasts(withGrace: grace).map { now < $0 } ?? false }
        let subscribers = Set(living.map(\.subscriber))
        let before = Set(
            bought.filter { $0.created <= start && start < ($0.lasts(withGrace: grace) ?? $0.end ?? start) }
                .map(\.subscriber))
        active = subscribers.count
        activeBefore = before.count
        lost = before.subtracting(subscribers).count
        let annual = living.map { $0.annualRevenue(at: now) }
        for currency in Set(annual.map(\.currency)).sorted(by: { $0.code < $1.code }) {
            let year = try Money.sum(annual.filter { $0.currency == currency }, in: currency).minorUnits
            monthlyRevenue.append(Money(year / 12 + (year % 12 >= 6 ? 1 : 0), currency))
        }
    }
}

extension PlanService {
    /// Returns the report for the period from `start` until now. The report covers at most the oldest 100,000
    /// subscriptions.
    public func report(since start: Timestamp) async throws -> PlanReport {
        let all = try await database.read { try $0.planSubscriptions(after: nil, limit: 100_000) }
        return try PlanReport(of: all, since: start, at: clock.now(), grace: grace)
    }
}

extension PlanSubscription {
    /// Returns the subscription's revenue for one year at the current price.
    fileprivate func annualRevenue(at now: Timestamp) -> Money {
        let terms = terms(at: now)
        let charge =
            promotion?.duration == .once ? terms.amount : promotion?.reduced(terms.amount) ?? terms.amount
        return Money(charge.minorUnits * Int64(12 / terms.interval.months), charge.currency)
    }
}
