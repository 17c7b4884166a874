import MoneyKit
public import PaymentCore

/// When the money of a completed job goes to its payee.
public struct ReleaseRule: Hashable, Sendable {
    /// It goes by itself; otherwise the platform approves each job.
    public var auto: Bool
    /// The platform approves the jobs of a payee who has completed fewer than so many before; 0 switches this off.
    public var holdIfCompletedBelow: Int

    /// A rule of these parts.
    public init(auto: Bool = true, holdIfCompletedBelow: Int = 0) {
        self.auto = auto
        self.holdIfCompletedBelow = holdIfCompletedBelow
    }

    /// Whether a job's money goes by itself to a payee who has completed so many jobs before it.
    public func releasesByItself(completedBefore: Int) -> Bool {
        auto && completedBefore >= holdIfCompletedBelow
    }
}

/// What an installation decides about bookings.
public struct BookingRules: Hashable, Sendable {
    /// What the payee leaves of the price: 20 %. Of 150.00 it receives 120.00.
    public static let fee = ProductFee(payee: BasisPoints(2_000))

    /// For how many seconds a quote can be paid.
    public var quoteSeconds: Int64 = 1_800
    /// When the money of a completed job goes to its payee.
    public var release = ReleaseRule()

    /// The rules as they are where nothing else is decided.
    public init() {}
}
