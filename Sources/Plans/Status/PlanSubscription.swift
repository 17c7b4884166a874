public import MoneyKit
public import PaymentCore
public import TimeKit

/// Somebody's subscription to a plan, as the processor had it when it was last asked.
public struct PlanSubscription: Hashable, Sendable, Codable, Identifiable {
    /// `psub_…`
    public let id: String
    /// Who has it, in the words of whoever knows them: a member, an organization.
    public let subscriber: String
    /// `prod_…` of the catalogue.
    public internal(set) var product: String
    /// `price_…` of the catalogue.
    public internal(set) var price: String
    /// The amount of each charge before a promotion code, as it was when it was chosen.
    public internal(set) var amount: Money
    /// Who pays.
    public let payer: Payer
    /// Under which key it was asked for.
    public let key: String?
    /// When it was asked for.
    public let created: Timestamp
    /// `sch_…`
    public internal(set) var schedule: String
    /// Where the processor has it.
    public internal(set) var state: Schedule.State
    /// Until when it is paid; nil before the first charge is through.
    public internal(set) var end: Timestamp?
    /// It ends with the period that is paid.
    public internal(set) var endsWithPeriod: Bool
    /// The end of the first period, or nil before the subscription has begun.
    private(set) var firstPeriodEnd: Timestamp?
    /// How many periods were paid. A period that a promotion code makes free is not counted.
    public internal(set) var paidPeriods: Int
    /// Why the last charge failed.
    public internal(set) var failure: PaymentFailure?
    /// When the processor was last heard of.
    public internal(set) var checkedAt: Timestamp
    /// The length of a period; nil for a month.
    var chargedEvery: ChargeInterval?
    /// The promotion code that was redeemed, or nil.
    public internal(set) var promotion: Promotion?
    /// The price from the next period on, or nil if it stays.
    public internal(set) var next: PlanTerms?
    /// The price that the processor was asked for, until it has answered.
    var wanted: PlanTerms?
    /// The payment intent, `pi_…`, about which the payer's bank asks, or nil.
    public internal(set) var intentWaitingForBank: String?
    /// The newest charge, or nil before there is one.
    public internal(set) var lastCharge: PlanCharge?

    /// The length of a period.
    public internal(set) var interval: ChargeInterval {
        get { chargedEvery ?? .month }
        set { chargedEvery = newValue == .month ? nil : newValue }
    }

    /// Whether it may still be charged.
    public var isOpen: Bool { state != .canceled }

    /// True if it was ever active, even if a promotion code made its only period free.
    var hasBegun: Bool { paidPeriods > 0 || firstPeriodEnd != nil }

    /// Whether something is paid, or is tried again.
    var isSubscribed: Bool { [.active, .pastDue, .paused].contains(state) }

    /// Until when it gives its plan: grace is for whoever wants to go on, and not for whoever has left.
    func lasts(withGrace seconds: Int64) -> Timestamp? {
        guard isSubscribed, let end else { return nil }
        return state == .pastDue || !endsWithPeriod ? end.adding(seconds: max(0, seconds)) : end
    }

    /// True if a period that begins at this time is charged: a subscription that was canceled ends before it.
    func isCharged(from moment: Timestamp) -> Bool {
        guard endsWithPeriod || !isOpen, let end else { return true }
        return moment < end
    }

    /// Takes over where the schedule stands: from it alone, so that events and polling come to the same.
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

    /// Updates the newest charge.
    mutating func take(_ payment: Payment) {
        guard let charge = PlanCharge(payment),
            lastCharge.map({ $0.payment == charge.payment || $0.paidAt <= charge.paidAt }) ?? true
        else { return }
        lastCharge = charge
    }
}

extension Schedule {
    /// Until when it is paid; nil where the schedule does not tell.
    fileprivate var paidUntil: Timestamp? {
        switch state {
        // Right after the first charge the processor's period is not read yet.
        case .active: endsAt ?? nextCharge ?? anchor.occurrence(interval.months)
        case .pastDue:
            (endsAt ?? nextCharge).map { anchor.previous(before: $0, everyMonths: interval.months) }
        case .canceled: endsAt ?? canceledAt
        case .incomplete, .paused, .needsReview: nil
        }
    }
}

extension MonthlyAnchor {
    /// The last of its moments before another one: a charge is past due for the period that began then.
    fileprivate func previous(before moment: Timestamp, everyMonths step: Int) -> Timestamp {
        var last = anchor
        while true {
            let next = next(after: last, everyMonths: step)
            guard next > last, next < moment else { return last }
            last = next
        }
    }
}
