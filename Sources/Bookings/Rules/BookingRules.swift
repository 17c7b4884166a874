import MoneyKit
public import PaymentCore

/// A rule that determines when the money for a completed job is released to the payee.
public struct ReleaseRule: Hashable, Sendable {
    /// Whether the money can be released without the platform's approval. If false, the platform must approve
    /// the release for each job.
    public var auto = true
    /// The number of completed jobs that a payee must have before money is released without the platform's
    /// approval. 0 means that no completed jobs are required.
    public var holdIfCompletedBelow = 0

    /// Returns whether the money for a job is released automatically if the payee has completed this number
    /// of jobs before it.
    public func releasesByItself(completedBefore: Int) -> Bool {
        auto && completedBefore >= holdIfCompletedBelow
    }
}

/// An installation's settings for bookings.
public struct BookingRules: Hashable, Sendable {
    /// The platform's fee: 20% of the price. For a price of 150.00, for example, the payee receives 120.00.
    public static let fee = ProductFee(payee: BasisPoints(2_000))

    /// The number of seconds for which a quote can be paid.
    var quoteSeconds: Int64 = 1_800
    /// The rule that determines when the money for a completed job is released.
    public var release = ReleaseRule()

    /// Creates the default settings: a quote expires after 30 minutes, and money is released automatically.
    public init() {}
}
