/// The paths of plans: those that a tag leads to, and those with the token of a subscriber's link.
enum PlanPath {
    /// The path of the buyer's cookie.
    static let root = "/-/plan"

    /// The plan's entitlements and price.
    static let offer: RoutePath = "/plan/{code}"
    /// The review of the purchase, with `?plan=`; later the state of the plan.
    static let own: RoutePath = "/-/plan/{token}"
    /// Changes the plan or the card, cancels the plan or resumes it.
    static let change: RoutePath = "/-/plan/{token}/change"
    /// The buyer's response to their bank.
    static let bank: RoutePath = "/-/plan/{token}/bank"
}
