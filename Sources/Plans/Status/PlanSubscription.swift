public import MoneyKit
public import PaymentCore
public import TimeKit

/// A subscription to a plan, as last fetched from the processor.
public struct PlanSubscription: Hashable, Sendable, Codable {
    /// The subscription's id, `psub_…`.
    public let id: String
    /// The subscriber's id in the calling program: the id of a member or of an organization.
    public let subscriber: String
    /// The id of the product in the catalog, `prod_…`.
    public internal(set) var product: String
    /// The id of the price in the catalog, `price_…`.
    public internal(set) var price: String
    /// The amount of each charge before any discount, as it was when the price was chosen.
    public internal(set) var amount: Money
    /// The person who pays for the subscription.
    public let payer: Payer
    /// The idempotency key of the purchase request, or nil.
    public let key: String?
    /// The time of the purchase request.
    public let created: Timestamp
    /// The id of the subscription's payment schedule, `sch_…`.
    public internal(set) var schedule: String
    /// The subscription's state at the processor.
    public internal(set) var state: Schedule.State
    /// The end of the paid time, or nil if the subscription is waiting for its first charge.
    public internal(set) var end: Timestamp?
    /// Whether the subscription will end when the paid period ends.
    public internal(set) var endsWithPeriod = false
    /// The end of the first period, or nil if the subscription has not started.
    private(set) var firstPeriodEnd: Timestamp?
    /// The number of paid periods. A period that is free because of a promotion code is not counted.
    public internal(set) var paidPeriods = 0
    /// The reason that the last charge failed; nil if it succeeded.
    public internal(set) var failure: PaymentFailure?
    /// The time of the last response from the processor.
    var checkedAt: Timestamp
    /// The length of a period, as stored. Nil means a month.
    var chargedEvery: ChargeInterval?
    /// The promotion code that was redeemed, or nil.
    public internal(set) var promotion: Promotion?
    /// The price that applies from the next period, or nil if no price change is planned.
    public internal(set) var next: PlanTerms?
    /// The price in a request that the processor has not responded to yet, or nil.
    var wanted: PlanTerms?
    /// The id of the payment intent, `pi_…`, that waits for the payer to respond to the bank's challenge, or
    /// nil.
    public internal(set) var intentWaitingForBank: String?
    /// The newest charge, or nil before the first charge.
    public internal(set) var lastCharge: PlanCharge?

    /// The length of the period that each charge pays for.
    public internal(set) var interval: ChargeInterval {
        get { chargedEvery ?? .month }
        set { chargedEvery = newValue == .month ? nil : newValue }
    }

    /// Whether the subscription can still be charged.
    public var isOpen: Bool { state != .canceled }

    /// Whether the subscription was ever active, even if its only period was free because of a promotion
    /// code.
    var hasBegun: Bool { paidPeriods > 0 || firstPeriodEnd != nil }

    /// Whether the subscription is active, paused or past due.
    var isSubscribed: Bool { [.active, .pastDue, .paused].contains(state) }

    /// Returns the time until which the plan is active, or nil if the subscription has not started or has
    /// ended.
    ///
    /// The time includes the grace period, unless the subscription was paid on time and will end with its
    /// period.
    func lasts(withGrace seconds: Int64) -> Timestamp? {
        guard isSubscribed, let end else { return nil }
        return state == .pastDue || !endsWithPeriod ? end.adding(seconds: max(0, seconds)) : end
    }

    /// Returns whether a period that starts at the given time will be charged. If the subscription has ended
    /// or is set to end, nothing is charged at or after its end.
    func isCharged(from moment: Timestamp) -> Bool {
        guard endsWithPeriod || !isOpen, let end else { return true }
        return moment < end
    }

    /// Updates the subscription to match its schedule, and applies a planned price change that is due.
    mutating func take(_ schedule: Schedule, at now: Timestamp) {
        self.schedule = schedule.id
        state = schedule.state
        endsWithPeriod = schedule.endsAt != nil
        end = schedule.paidUntil ?? end
        if isSubscribed, firstPeriodEnd == nil {
            firstPeriodEnd = schedule.anchor.occurrence(schedule.interval.months)
        }
        if let next, let from = next.from, from <= now, isCharged(from: from) { apply(next) }
        if let wanted, wanted.amount == schedule.quote.total, wanted.interval == schedule.interval {
            if wanted.from == nil { apply(wanted) } else { next = wanted }
            self.wanted = nil
        }
        intentWaitingForBank = schedule.intentWaitingForBank
        failure = schedule.failure
    }

    private mutating func apply(_ terms: PlanTerms) {
        (product, price, amount, interval) = (terms.product, terms.price, terms.amount, terms.interval)
        next = nil
    }

    /// Updates the newest charge to match a payment. The payment of an older charge is ignored.
    mutating func take(_ payment: Payment) {
        guard let charge = PlanCharge(payment),
            lastCharge.map({ $0.payment == charge.payment || $0.paidAt <= charge.paidAt }) ?? true
        else { return }
        lastCharge = charge
    }
}

extension Schedule {
    /// The end of the paid time. Nil if it cannot be derived from the schedule.
    fileprivate var paidUntil: Timestamp? {
        switch state {
        // Directly after the first charge, the processor's period has not been fetched yet.
        case .active: endsAt ?? nextCharge ?? anchor.occurrence(interval.months)
        case .pastDue:
            (endsAt ?? nextCharge).map { anchor.previous(before: $0, everyMonths: interval.months) }
        case .canceled: endsAt ?? canceledAt
        case .incomplete, .paused, .needsReview: nil
        }
    }
}

extension MonthlyAnchor {
    /// Returns the last billing time before the given time. If no billing time is earlier, returns the
    /// anchor.
    fileprivate func previous(before moment: Timestamp, everyMonths step: Int) -> Timestamp {
        var last = anchor
        while true {
            let next = next(after: last, everyMonths: step)
            guard next > last, next < moment else { return last }
            last = next
        }
    }
}
