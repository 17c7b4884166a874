/// The paths below `/-/payee`: each contains the token of a payee's link.
enum PayeePath {
    /// The onboarding state of the account; once it is active, the earnings.
    static let payee: RoutePath = "/-/payee/{token}"
    /// Redirects to the processor's pages with a new link. It is also the refresh URL of these links.
    static let connect: RoutePath = "/-/payee/{token}/connect"
    /// The processor's page, as simulated.
    static let processor: RoutePath = "/-/payee/{token}/processor"
    /// A year's earnings by month.
    static let year: RoutePath = "/-/payee/{token}/year/{year}"
}
