import DatabaseKit
public import MoneyKit
import PaymentCore
public import TimeKit

/// What plans bring each month, and how many subscribers were lost.
public struct PlanReport: Hashable, Sendable {
    /// The monthly recurring revenue of all that is active now: an entry for each currency, sorted by its code. An
    /// annual price counts a twelfth, and a promotion code counts if it lasts.
    public private(set) var monthlyRevenue: [Money] = []
    /// How many are active now.
    public private(set) var active = 0
    /// How many were active when the period began.
    public private(set) var activeBefore = 0
    /// How many of those are not any more.
    public private(set) var lost = 0

    /// The lost in a hundred of those before, with two decimals, half up; nil where there were none.
    public var churn: BasisPoints? {
        guard activeBefore > 0 else { return nil }
        return BasisPoints(Int64((lost * 20_000 + activeBefore) / (2 * activeBefore)))
    }

    /// The report of a period that ends now.
    ///
    /// - Parameters:
    ///   - start: When the period began.
    ///   - grace: As it stands in ``PlanService/grace``.
    /// - Throws: `MoneyError` when the sum is too large.
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
    /// What plans bring, and who was lost since then.
    public func report(since start: Timestamp) async throws -> PlanReport {
        let all = try await database.read { try $0.planSubscriptions(after: nil, limit: 100_000) }
        return try PlanReport(of: all, since: start, at: clock.now(), grace: grace)
    }
}

extension PlanSubscription {
    /// What a year brings at the current price.
    fileprivate func annualRevenue(at now: Timestamp) -> Money {
        let terms = terms(at: now)
        let charge =
            promotion?.duration == .once ? terms.amount : promotion?.reduced(terms.amount) ?? terms.amount
        return Money(charge.minorUnits * Int64(12 / terms.interval.months), charge.currency)
    }
}
