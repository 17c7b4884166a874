public import MoneyKit
public import PaymentCore
public import TimeKit

/// The price of a plan that a subscription is charged, as it was when it was chosen.
public struct PlanTerms: Hashable, Sendable, Codable {
    /// `prod_…` of the catalogue.
    public let product: String
    /// `price_…` of the catalogue.
    public let price: String
    /// The amount of each charge, before a promotion code.
    public let amount: Money
    /// The length of a period.
    public let interval: ChargeInterval
    /// The time from which it applies. Nil if it applies at once.
    public internal(set) var from: Timestamp?

    init(product: String, _ price: PlanPrice) {
        self.product = product
        self.price = price.id
        amount = price.amount
        interval = price.interval
    }

    init(product: String, price: String, amount: Money, interval: ChargeInterval) {
        self.product = product
        self.price = price
        self.amount = amount
        self.interval = interval
    }
}

/// How a subscription gets to another price.
enum PlanMove: Hashable, Sendable {
    /// It has that price, or will have it with the next period.
    case none
    /// The price that was to come is withdrawn.
    case stay
    /// At once: the difference for the rest of the period is charged now.
    case atOnce
    /// With the next period.
    case next(from: Timestamp)
}

extension PlanSubscription {
    /// The price that applies at a moment.
    func terms(at now: Timestamp) -> PlanTerms {
        if let next, let from = next.from, from <= now, isCharged(from: from) { return next }
        return currentTerms
    }

    /// The price that applies later, or nil.
    func pending(at now: Timestamp) -> PlanTerms? {
        next.flatMap { next in next.from.map { now < $0 && isCharged(from: $0) } ?? false ? next : nil }
    }

    /// The price of the last period that was charged, without a planned change.
    var currentTerms: PlanTerms {
        PlanTerms(product: product, price: price, amount: amount, interval: interval)
    }

    /// Returns how to get to another price.
    ///
    /// A higher price counts at once, and a lower one from the next period on: nothing is ever paid back. An
    /// annual plan does not become a monthly one, because the rest of its year is paid.
    ///
    /// - Throws: ``PlanError`` with code `wrongState` if the subscription is not active or about to end, or
    ///   if a promotion code lowers the running period; `cannotChange` for a plan of another audience, a
    ///   price of which a lasting promotion code leaves too little to charge, or any other step.
    func move(to wanted: PlanTerms, at now: Timestamp, in catalogue: PlanCatalogue) throws(PlanError)
        -> PlanMove
    {
        guard state == .active else { throw PlanError(.wrongState, "it is \(state.rawValue)") }
        guard !endsWithPeriod else { throw PlanError(.wrongState, "it ends with its period") }
        let (current, pending) = (terms(at: now), pending(at: now))
        if wanted.price == current.price { return pending == nil ? .none : .stay }
        if wanted.price == pending?.price { return .none }
        guard wanted.amount.currency == current.amount.currency, let end, now < end else {
            throw PlanError(.cannotChange)
        }
        guard let audience = catalogue.plan(ofProduct: current.product)?.audience,
            catalogue.plan(ofProduct: wanted.product)?.audience == audience
        else { throw PlanError(.cannotChange, "it is for another kind of subscriber") }
        if let promotion, promotion.duration != .once,
            let problem = promotion.chargeProblem(of: wanted.amount)
        {
            throw PlanError(.cannotChange, "the price after the promotion code \(problem)")
        }
        let isMore = wanted.amount.minorUnits > current.amount.minorUnits
        switch (current.interval, wanted.interval, isMore) {
        case (.month, .month, true), (.year, .year, true), (.month, .year, true):
            guard !isDiscounted(at: now) else {
                throw PlanError(.wrongState, "a promotion code reduces the price of this period")
            }
            return pending == nil ? .atOnce : .stay
        case (.month, .month, false), (.year, .year, false): return .next(from: end)
        case (.month, .year, false), (.year, .month, _): throw PlanError(.cannotChange)
        }
    }

    /// True if a promotion code lowers the charge of the running period.
    private func isDiscounted(at now: Timestamp) -> Bool {
        guard let promotion else { return false }
        return promotion.duration != .once || firstPeriodEnd.map { now < $0 } ?? true
    }
}
