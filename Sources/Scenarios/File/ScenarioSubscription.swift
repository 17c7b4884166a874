package import Plans

/// The purchase of a plan.
package struct ScenarioSubscription: Equatable, Sendable {
    package var subscriber: String
    /// A plan's id, or a price of the catalog.
    package var choice: PlanChoice
    package var method = "pm_card_visa"
    package var key: String?
    /// The number of purchases at once.
    package var times = 1
}

/// A change of a subscription.
package struct ScenarioPlanChange: Equatable, Sendable {
    package var subscriber: String
    /// The change; nil fetches the subscription from the processor again.
    package var change: PlanChange?
}

/// A checked field of a subscriber's plan.
package enum ScenarioPlanField: String, Equatable, Sendable, CaseIterable {
    case status, plan, active, grace
    case paidUntil = "paid_until"
    /// The AI Concierge: `open` or `locked`.
    case concierge = "ai_concierge"
    /// The storage limit: `500 MiB`, or `unlimited`.
    case storage
}
