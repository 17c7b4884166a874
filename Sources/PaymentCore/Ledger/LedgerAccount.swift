/// An account of the ledger, by the name under which it is listed: `payee:acct_1`.
///
/// A debit is positive, a credit negative. What the processor holds is a debit; what is owed to a payee, and what
/// the platform earned, are credits.
public struct LedgerAccount: Hashable, Sendable, Codable, RawRepresentable, Comparable {
    /// The name.
    public var rawValue: String

    /// An account of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Everything that the processor holds, for the platform and for its payees.
    public static let processor = LedgerAccount(rawValue: "processor")
    /// What is owed to a payee and stands on its connected account.
    public static func payee(_ account: String) -> LedgerAccount { .init(rawValue: "payee:\(account)") }
    /// What is owed to a payee, and stands with the platform until it is released.
    public static func held(_ payment: String) -> LedgerAccount { .init(rawValue: "held:\(payment)") }
    /// Money that the platform sent to its own bank.
    public static let drawn = LedgerAccount(rawValue: "drawn")
    /// Returns the account for money on its way to a payee's bank, or the platform's (``PayeePayout/platform``).
    public static func bank(_ account: String) -> LedgerAccount { .init(rawValue: "bank:\(account)") }
    /// What a payee owes: money that went back and could not be taken from its account.
    public static func receivable(_ account: String) -> LedgerAccount {
        .init(rawValue: "receivable:\(account)")
    }
    /// Returns the account for money moved between the platform and a payee at the processor, not by this program:
    /// taken from the payee (credit) or sent to it (debit).
    public static func outside(_ account: String) -> LedgerAccount { .init(rawValue: "outside:\(account)") }
    /// What a donor's bank took back and nobody has lost yet.
    public static func disputed(_ payment: String) -> LedgerAccount { .init(rawValue: "disputed:\(payment)") }
    /// The application fees.
    public static let feeRevenue = LedgerAccount(rawValue: "revenue:fee")
    /// What payers add for the platform.
    public static let surchargeRevenue = LedgerAccount(rawValue: "revenue:surcharge")
    /// What is sold as a plan.
    public static let planRevenue = LedgerAccount(rawValue: "revenue:plan")
    /// What a percentage with two decimals takes beyond the fee.
    public static let roundingRevenue = LedgerAccount(rawValue: "revenue:rounding")
    /// What the processor took.
    public static let processorFee = LedgerAccount(rawValue: "expense:processor_fee")

    /// What the processor took for disputes of products whose payees do not bear it.
    public static let disputeFee = LedgerAccount(rawValue: "expense:dispute")

    /// Whether it counts into the platform's own net.
    public var isPlatforms: Bool { rawValue.hasPrefix("revenue:") || rawValue.hasPrefix("expense:") }

    /// By name.
    public static func < (left: LedgerAccount, right: LedgerAccount) -> Bool {
        left.rawValue < right.rawValue
    }
}
