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

    /// The most that is charged at once, in minor units: eight digits.
    ///
    /// Source: Stripe documentation, "Supported currencies", "Minimum and maximum charge amounts".
    public static let mostMinor: Int64 = 99_999_999

    /// The variable that may switch ``requiresPayoutsSetup`` off.
    public static let setupSwitch = "ENABLE_STRIPE_CONNECT_REQUIREMENT"

    /// For how many seconds a quote can be paid.
    public var quoteSeconds: Int64 = 1_800
    /// When the money of a completed job goes to its payee.
    public var release = ReleaseRule()
    /// A payee does nothing before its account is set up. It is switched off for tests alone.
    public var requiresPayoutsSetup = true
    /// What stands on the card statement: 5 to 22 characters.
    public var statementDescriptor = "BOOKING"

    /// The rules as they are where nothing else is decided.
    public init() {}

    /// The rules with what an environment decides: `false`, `0`, `no` and `off` switch the gate off.
    public init(environment: [String: String]) {
        if let text = environment[Self.setupSwitch]?.lowercased() {
            requiresPayoutsSetup = !["false", "0", "no", "off"].contains(text)
        }
    }

    /// What to say on start; nil where the rules are those of real money.
    public var warning: String? {
        requiresPayoutsSetup
            ? nil
            : "\(Self.setupSwitch) is off: payees get jobs before their accounts are set up, for tests alone"
    }
}
