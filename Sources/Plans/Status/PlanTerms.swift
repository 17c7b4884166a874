public import MoneyKit
public import PaymentCore
public import TimeKit

/// The price of a subscription, with the amount that applied when the price was chosen.
public struct PlanTerms: Hashable, Sendable, Codable {
    /// The id of the product in the catalog, `prod_…`.
    public let product: String
    /// The id of the price in the catalog, `price_…`.
    public let price: String
    /// The amount of each charge, before any discount.
    public let amount: Money
    /// The length of the period that each charge pays for.
    public let interval: ChargeInterval
    /// The time from which the price applies, or nil if it applies immediately.
    public internal(set) var from: Timestamp?
}

extension PlanTerms {
    init(product: String, _ price: PlanPrice) {
        self.init(product: product, price: price.id, amount: price.amount, interval: price.interval)
    }
}

/// A way to change a subscription to another price.
enum PlanMove: Hashable {
    /// Nothing changes, because the subscription already has the price or will have it in the next period.
    case none
    /// The planned change is withdrawn, and the current price continues to apply. If a higher price was
    /// chosen, a second change sets that price.
    case stay
    /// The price changes immediately. The difference for the rest of the period is charged now.
    case atOnce
    /// The price changes with the next period.
    case next(from: Timestamp)
}

extension PlanSubscription {
    /// Returns the price that applies at a time.
    func terms(at now: Timestamp) -> PlanTerms {
        if let next, let from = next.from, from <= now, isCharged(from: from) { return next }
        return currentTerms
    }

    /// Returns the price that is planned for the next period, or nil.
    func pending(at now: Timestamp) -> PlanTerms? {
        next.flatMap { next in next.from.map { now < $0 && isCharged(from: $0) } ?? false ? next : nil }
    }

    /// The price of the last charged period. A planned change is not considered.
    var currentTerms: PlanTerms {
        PlanTerms(product: product, price: price, amount: amount, interval: interval)
    }

    /// Returns how the subscription can be changed to another price.
    ///
    /// A higher price applies immediately. A lower price applies from the next period, because the paid
    /// period is not refunded. A yearly plan cannot be changed to a monthly one.
    ///
    /// - Throws: ``PlanError`` with code `wrongState` if the subscription is not active or will end with its
    ///   period, or if a higher price is chosen while a promotion code lowers the current price. The code is
    ///   `cannotChange` for other reasons, for example if the plan is for another kind of subscriber.
    func move(to wanted: PlanTerms, at now: Timestamp, in catalogue: PlanCatalogue) throws(PlanError)
        -> PlanMove
    {
        guard state == .active else { throw PlanError(.wrongState, "the subscription is not active") }
        guard !endsWithPeriod else { throw PlanError(.wrongState, "the subscription ends with this period") }
        let (current, pending) = (terms(at: now), pending(at: now))
        if wanted.price == current.price { return pending == nil ? .none : .stay }
        if wanted.price == pending?.price { return .none }
        guard wanted.amount.currency == current.amount.currency, let end, now < end else {
            throw PlanError(.cannotChange)
        }
        guard let audience = catalogue.plan(ofProduct: current.product)?.audience,
            catalogue.plan(ofProduct: wanted.product)?.audience == audience
        else { throw PlanError(.cannotChange, "the new plan is for a different kind of subscriber") }
        if let promotion, promotion.duration != .once,
            let problem = promotion.chargeProblem(of: wanted.amount)
        {
            throw PlanError(.cannotChange, "with the promotion code, the new price \(problem)")
        }
        let isMore = wanted.amount.minorUnits > current.amount.minorUnits
        switch (current.interval, wanted.interval, isMore) {
        case (.month, .month, true), (.year, .year, true), (.month, .year, true):
            guard !isDiscounted(at: now) else {
                throw PlanError(
                    .wrongState, "the plan cannot be upgraded while a promotion code reduces its price")
            }
            return pending == nil ? .atOnce : .stay
        case (.month, .month, false), (.year, .year, false): return .next(from: end)
        case (.month, .year, false):
            throw PlanError(.cannotChange, "the yearly plan must have a higher price than the current plan")
        case (.year, .month, _):
            throw PlanError(.cannotChange, "a yearly plan cannot be changed to a monthly plan")
        }
    }

    /// Returns whether a promotion code lowers the price of the current period.
    private func isDiscounted(at now: Timestamp) -> Bool {
        guard let promotion else { return false }
        return promotion.duration != .once || firstPeriodEnd.map { now < $0 } ?? true
    }
}
