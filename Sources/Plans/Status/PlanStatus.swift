public import PaymentCore
public import TimeKit

/// What somebody has at a moment: derived each time, and never kept.
public struct PlanStatus: Hashable, Sendable {
    /// How it is shown.
    public enum View: String, Hashable, Sendable, CaseIterable {
        /// Nothing was bought.
        case free
        case active
        /// A charge failed and is tried again.
        case pastDue = "past_due"
        /// It ends with the period that is paid.
        case cancelling
        /// It is over, by somebody's will or since it was not paid.
        case ended
        /// The payer's bank asks about the first charge: the limits are those of Free.
        case requiresAction = "requires_action"
        /// Nobody knows yet whether it was bought: the limits are those of Free.
        case unknown
    }

    /// Whose it is.
    public let subscriber: String
    /// What they have now: Free where nothing is active, or the product is unknown.
    public let plan: Plan
    /// How it is shown.
    public let view: View
    /// Whether a subscription is there and has not ended at the processor.
    public let subscribed: Bool
    /// Whether it gives more than Free.
    public let isActive: Bool
    /// It is paid no longer, and still given.
    public let isInGrace: Bool
    /// `prod_…` of what was bought last.
    public let productID: String?
    /// The end of the current period.
    public let subscriptionEnd: Timestamp?
    /// The price that is charged, or nil if nothing was bought.
    public let terms: PlanTerms?
    /// The price from the next period on, or nil if it stays.
    public let next: PlanTerms?
    /// The promotion code that was redeemed, or nil.
    public let promotion: Promotion?
    /// The newest charge, or nil if there is none.
    public let lastCharge: PlanCharge?
    /// The payment intent, `pi_…`, about which the payer's bank asks, or nil.
    public let intentWaitingForBank: String?
    /// The prices that the subscriber can change to now.
    public let changes: [PlanChangeOffer]
    /// It ends then.
    public let cancelAtPeriodEnd: Bool
    /// Where the processor has it; nil where it has nothing.
    public let processorStatus: Schedule.State?
    /// Why the last charge failed; nil where it did not.
    public let failure: PaymentFailure?
    /// How many seconds ago the processor was last heard of; nil where it has nothing.
    public let age: Int64?
    /// `prod_…` that the catalogue does not know: an error for the log, and Free for the subscriber.
    public let unknownProduct: String?

    /// For the log; nil where nothing is wrong.
    public var warning: String? {
        unknownProduct.map {
            "the catalogue has no product \($0): \(subscriber) has \(plan.name); add it to the catalogue"
        }
    }

    /// The status that a subscription gives at a moment.
    ///
    /// - Parameters:
    ///   - found: The last one of the subscriber; nil where nothing was bought.
    ///   - grace: For how many seconds a plan is given after what is paid, to whoever has not canceled.
    public init(
        of subscriber: String, _ found: PlanSubscription?, at now: Timestamp, grace: Int64,
        in catalogue: PlanCatalogue
    ) {
        let isGiven = found?.lasts(withGrace: grace).map { now < $0 } ?? false
        let terms = found?.terms(at: now)
        let bought = terms.flatMap { catalogue.plan(ofProduct: $0.product) }
        self.subscriber = subscriber
        plan = isGiven ? bought ?? catalogue.free : catalogue.free
        view = found.map { View(of: $0, isGiven: isGiven) } ?? .free
        subscribed = found?.isSubscribed ?? false
        isActive = isGiven && bought != nil
        isInGrace = isGiven && (found?.end.map { $0 <= now } ?? false)
        productID = terms?.product
        self.terms = terms
        next = found?.pending(at: now)
        promotion = found?.promotion
        lastCharge = found?.lastCharge
        intentWaitingForBank = found?.intentWaitingForBank
        changes = isGiven ? found.map { PlanChangeOffer.all(for: $0, at: now, in: catalogue) } ?? [] : []
        subscriptionEnd = found?.end
        cancelAtPeriodEnd = found?.endsWithPeriod ?? false
        processorStatus = found?.state
        failure = found?.failure
        age = found.map { max(0, now - $0.checkedAt) }
        unknownProduct = bought == nil ? terms?.product : nil
    }
}

extension PlanStatus.View {
    fileprivate init(of found: PlanSubscription, isGiven: Bool) {
        switch found.state {
        case .incomplete where found.intentWaitingForBank != nil: self = .requiresAction
        case .incomplete, .needsReview: self = .unknown
        case .canceled: self = found.hasBegun ? .ended : .free
        case .active, .pastDue, .paused:
            if !isGiven {
                self = .ended
            } else if found.endsWithPeriod {
                self = .cancelling
            } else {
                self = found.state == .pastDue ? .pastDue : .active
            }
        }
    }
}
