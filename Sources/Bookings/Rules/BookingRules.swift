import MoneyKit
public import PaymentCore

/// A rule for when the money of a completed job is released to its payee.
public struct ReleaseRule: Hashable, Sendable {
    /// Whether the money is released automatically. Otherwise, the platform approves each job.
    public var auto: Bool
    /// The number of completed jobs that a payee needs before money is released without the platform's approval. 0
    /// disables this requirement.
    public var holdIfCompletedBelow: Int

    /// Creates a rule.
    public init(auto: Bool = true, holdIfCompletedBelow: Int = 0) {
        self.auto = auto
        self.holdIfCompletedBelow = holdIfCompletedBelow
    }

    /// Whether the money is released automatically to a payee with this number of earlier completed jobs.
    public func releasesByItself(completedBefore: Int) -> Bool {
        auto && completedBefore >= holdIfCompletedBelow
    }
}

/// The settings of an installation for bookings.
public struct BookingRules: Hashable, Sendable {
    /// The platform's fee, 20 % of the price, which is deducted from the payee. Of 150.00, the payee receives 120.00.
    public static let fee = ProductFee(payee: BasisPoints(2_000))

    /// The time within which a quote can be paid, in seconds.
    public var quoteSeconds: Int64 = 1_800
    /// The rule for when the money of a completed job is released.
    public var release = ReleaseRule()

    /// Creates the default rules.
    public init() {}
}
