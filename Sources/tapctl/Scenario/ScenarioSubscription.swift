import Plans

/// Somebody buys a plan.
struct ScenarioSubscription: Equatable, Sendable {
    var subscriber: String
    /// A plan's id, or a price of the catalogue.
    var choice: PlanChoice
    var method = "pm_card_visa"
    var key: String?
    /// How often at once.
    var times = 1
}

/// Somebody changes what they have.
struct ScenarioPlanChange: Equatable, Sendable {
    var subscriber: String
    /// Nil asks the processor anew.
    var change: PlanChange?
}

/// What is looked at of somebody's plan.
enum ScenarioPlanField: String, Equatable, Sendable, CaseIterable {
    case status, plan, active, grace
    case paidUntil = "paid_until"
    /// The AI Concierge: `open` or `locked`.
    case concierge = "ai_concierge"
    /// The storage limit: `500 MiB`, or `unlimited`.
    case storage
}
