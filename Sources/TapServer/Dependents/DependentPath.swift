/// The paths below `/-/dependents`: each contains the token of a guardian's link.
enum DependentPath {
    static let list: RoutePath = "/-/dependents/{token}"
    static let review: RoutePath = "/-/dependents/{token}/{id}/review"
    static let approve: RoutePath = "/-/dependents/{token}/{id}/approve"
    static let confirmation: RoutePath = "/-/dependents/{token}/{id}/confirmation"
    /// The page of the guardian's bank, and the guardian's response to it.
    static let bank: RoutePath = "/-/dependents/{token}/{id}/bank"
}
