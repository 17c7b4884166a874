public import PaymentCore
public import TextKit
public import TimeKit

/// The status of a subscriber's plan at a given time. It is computed from the subscription and is not stored.
public struct PlanStatus: Hashable, Sendable {
    /// The status of the plan, for display.
    public enum View: String, NamedState, Sendable, CaseIterable {
        /// The subscriber has never had a paid plan.
        case free
        case active
        /// A charge failed and will be retried.
        case pastDue = "past_due"
        /// The subscription will end when the paid period ends.
        case cancelling
        /// The subscription was canceled, or it ended because it was not paid.
        case ended
        /// The payer's bank requires the payer to confirm the first charge. Until then, the limits of the
        /// free plan apply.
        case requiresAction = "requires_action"
        /// The processor has not confirmed whether the plan was bought. Until then, the limits of the free
        /// plan apply.
        case unknown
    }

    /// The subscriber's id.
    public let subscriber: String
    /// The current plan. If no subscription is active or the product is unknown, it is the free plan.
    public let plan: Plan
    /// The status of the plan, for display.
    public let view: View
    /// Whether the subscriber has a subscription that has started and has not ended at the processor.
    public let subscribed: Bool
    /// Whether the subscriber currently has a paid plan.
    public let isActive: Bool
    /// Whether the plan is active only because of the grace period after the paid period.
    public let isInGrace: Bool
    /// The id of the product that was bought most recently, `prod_…`, or nil.
    public let productID: String?
    /// The end of the paid time. Nil if the subscriber has no subscription, or if the subscription is waiting
    /// for its first charge.
    public let subscriptionEnd: Timestamp?
    /// The current price, or nil if nothing was bought.
    public let terms: PlanTerms?
    /// The price that applies from the next period, or nil if no price change is planned.
    public let next: PlanTerms?
    /// The promotion code that was redeemed, or nil.
    public let promotion: Promotion?
    /// The newest charge, or nil before the first charge.
    public let lastCharge: PlanCharge?
    /// The id of the payment intent, `pi_…`, that waits for the payer to respond to the bank's challenge, or
    /// nil.
    public let intentWaitingForBank: String?
    /// The prices that the subscriber can currently change to.
    public let changes: [PlanChangeOffer]
    /// Whether the subscription will end when the paid period ends.
    public let cancelAtPeriodEnd: Bool
    /// The subscription's state at the processor, or nil if the subscriber has never had a subscription.
    public let processorStatus: Schedule.State?
    /// The reason that the last charge failed; nil if it succeeded.
    public let failure: PaymentFailure?
    /// The time since the subscription was last fetched, in seconds. Nil if the subscriber has never had a
    /// subscription.
    public let age: Int64?
    /// The id of the subscription's product, `prod_…`, if the catalog does not contain the product; otherwise
    /// nil. A subscriber with an unknown product has the free plan; see ``warning``.
    public let unknownProduct: String?

    /// A warning for the log if the subscription's product is missing from the catalog; otherwise nil.
    public var warning: String? {
        unknownProduct.map {
            "the catalog has no product \($0), so \(subscriber) has the plan \(plan.name); add the product to the catalog"
        }
    }

    /// Creates the status from a subscription.
    ///
    /// - Parameters:
    ///   - subscriber: The subscriber's id.
    ///   - found: The subscriber's latest subscription, or nil.
    ///   - now: The time for which the status is computed.
    ///   - grace: The grace period in seconds (see ``PlanService/grace``).
    ///   - catalogue: The catalog of plans.
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
