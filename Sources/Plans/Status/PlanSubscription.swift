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
    public let product: String
    /// `price_…` of the catalogue.
    public let price: String
    /// What is charged each month: as it was when it was bought.
    public let amount: Money
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
    /// How many periods were paid.
    public internal(set) var paidPeriods: Int
    /// Why the last charge failed.
    public internal(set) var failure: PaymentFailure?
    /// When the processor was last heard of.
    public internal(set) var checkedAt: Timestamp

    /// Whether it may still be charged.
    public var isOpen: Bool { state != .canceled }

    /// Whether something is paid, or is tried again.
    var isSubscribed: Bool { [.active, .pastDue, .paused].contains(state) }

    /// Until when it gives its plan: grace is for whoever wants to go on, and not for whoever has left.
    func lasts(withGrace seconds: Int64) -> Timestamp? {
        guard isSubscribed, let end else { return nil }
        return state == .pastDue || !endsWithPeriod ? end.adding(seconds: max(0, seconds)) : end
    }

    /// Takes over where the schedule stands: from it alone, so that events and polling come to the same.
    mutating func take(_ schedule: Schedule) {
        self.schedule = schedule.id
        state = schedule.state
        endsWithPeriod = schedule.endsAt != nil
        failure = schedule.failure
        end = schedule.paidUntil ?? end
    }
}

extension Schedule {
    /// Until when it is paid; nil where the schedule does not tell.
    fileprivate var paidUntil: Timestamp? {
        switch state {
        // Right behind the first charge the processor's period is not read yet: it is a month.
        case .active: endsAt ?? nextCharge ?? anchor.occurrence(1)
        case .pastDue: (endsAt ?? nextCharge).map(anchor.previous)
        case .canceled: endsAt ?? canceledAt
        case .incomplete, .paused, .needsReview: nil
        }
    }
}

extension MonthlyAnchor {
    /// The last of its moments before another one: a charge is past due for the period that began then.
    fileprivate func previous(before moment: Timestamp) -> Timestamp {
        var last = anchor
        while next(after: last) > last, next(after: last) < moment { last = next(after: last) }
        return last
    }
}
