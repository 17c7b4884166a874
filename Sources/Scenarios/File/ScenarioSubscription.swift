package import Plans

/// Somebody buys a plan.
package struct ScenarioSubscription: Equatable, Sendable {
    package var subscriber: String
    /// A plan's id, or a price of the catalogue.
    package var choice: PlanChoice
    package var method = "pm_card_visa"
    package var key: String?
    /// How often at once.
    package var times = 1
}

/// Somebody changes what they have.
package struct ScenarioPlanChange: Equatable, Sendable {
    package var subscriber: String
    /// Nil asks the processor anew.
    package var change: PlanChange?
}

/// What is looked at of somebody's plan.
package enum ScenarioPlanField: String, Equatable, Sendable, CaseIterable {
    case status, plan, active, grace
    case paidUntil = "paid_until"
    /// The AI Concierge: `open` or `locked`.
    case concierge = "ai_concierge"
    /// The storage limit: `500 MiB`, or `unlimited`.
    case storage
}
