/// A simulated phone for payments with Apple Pay. The caller chooses the obstacles that prevent a payment.
public struct WalletDevice: Hashable, Sendable {
    /// A reason that the wallet's button is not shown.
    ///
    /// Source: Apple's documentation, "Setting up Apple Pay" (entitlement, merchant identifier) and
    /// "PKPaymentAuthorizationController" (`canMakePayments()`, `canMakePayments(usingNetworks:)`).
    public enum Obstacle: String, Sendable, CaseIterable {
        /// The app is signed without the entitlement for Apple Pay.
        case noEntitlement = "no_entitlement"
        /// The merchant identifier is not registered or differs from the one in the entitlement.
        case unknownMerchant = "unknown_merchant"
        /// The phone or its operating system does not support Apple Pay, or parental controls disable it.
        case unsupportedDevice = "unsupported_device"
        /// Apple Pay is not available in the phone's region.
        case unsupportedRegion = "unsupported_region"
        /// The wallet is empty or contains no card from a network that the processor supports.
        case noCard = "no_card"
    }

    /// The obstacles to paying. The set is empty if the phone can pay.
    public let obstacles: Set<Obstacle>

    /// Creates a simulated phone. By default, it can pay.
    public init(obstacles: Set<Obstacle> = []) { self.obstacles = obstacles }

    /// Whether a page can show the wallet's button.
    public var canMakePayments: Bool { obstacles.isEmpty }
}
