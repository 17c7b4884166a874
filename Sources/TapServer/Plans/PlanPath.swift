/// The paths of plans: what a tag leads to, and what contains the token of a subscriber's link.
enum PlanPath {
    /// The path of the buyer's cookie.
    static let root = "/-/plan"

    /// What a plan gives, and what it costs.
    static let offer: RoutePath = "/plan/{code}"
    /// The review of what is bought, with `?plan=`; later the state of the plan.
    static let own: RoutePath = "/-/plan/{token}"
    /// Changes the plan or the card, cancels the plan or resumes it.
    static let change: RoutePath = "/-/plan/{token}/change"
    /// The buyer's response to their bank.
    static let bank: RoutePath = "/-/plan/{token}/bank"
}
