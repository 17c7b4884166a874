/// An account of the ledger, identified by its name, such as `payee:acct_1`.
///
/// A debit is positive, and a credit is negative. Money at the processor is a debit. Debts to payees, and the
/// platform's earnings, are credits.
public struct LedgerAccount: Hashable, Sendable, Codable, RawRepresentable, Comparable {
    /// The account's name: a kind and, for many kinds, a colon and an id.
    public var rawValue: String

    /// Creates an account from its name, such as `payee:acct_1`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All money at the processor, both the platform's and the payees'.
    public static let processor = LedgerAccount(rawValue: "processor")
    /// Returns the account for the money in a payee's connected account.
    public static func payee(_ account: String) -> LedgerAccount { .init(rawValue: "payee:\(account)") }
    /// Returns the account for a payment's money that the platform holds until it is released to the payee.
    public static func held(_ payment: String) -> LedgerAccount { .init(rawValue: "held:\(payment)") }
    /// Money that the platform sent to its own bank.
    public static let drawn = LedgerAccount(rawValue: "drawn")
    /// Returns the account for money on its way to the bank of a payee or of the platform
    /// (``PayeePayout/platform``).
    public static func bank(_ account: String) -> LedgerAccount { .init(rawValue: "bank:\(account)") }
    /// Returns the account for a payee's debt, such as a refund that could not be taken from the payee's
    /// connected account.
    public static func receivable(_ account: String) -> LedgerAccount {
        .init(rawValue: "receivable:\(account)")
    }
    /// Returns the account for transfers between the platform and a payee that were made at the processor and
    /// not by this program. Money taken from the payee is a credit, and money sent to the payee is a debit.
    public static func outside(_ account: String) -> LedgerAccount { .init(rawValue: "outside:\(account)") }
    /// Returns the account for money that the payer's bank has withdrawn in a dispute that has not been
    /// decided yet.
    public static func disputed(_ payment: String) -> LedgerAccount { .init(rawValue: "disputed:\(payment)") }
    /// Revenue from application fees.
    public static let feeRevenue = LedgerAccount(rawValue: "revenue:fee")
    /// Revenue from surcharges.
    public static let surchargeRevenue = LedgerAccount(rawValue: "revenue:surcharge")
    /// Revenue from plans.
    public static let planRevenue = LedgerAccount(rawValue: "revenue:plan")
    /// Revenue from rounding. A monthly gift's application fee is set as a percentage with two decimal
    /// places, which can yield slightly more than the exact fee.
    public static let roundingRevenue = LedgerAccount(rawValue: "revenue:rounding")
    /// Expenses for the processor's fees.
    public static let processorFee = LedgerAccount(rawValue: "expense:processor_fee")

    /// Expenses for the processor's dispute fees, in products whose payees do not pay these fees.
    public static let disputeFee = LedgerAccount(rawValue: "expense:dispute")

    /// Whether the account records the platform's own revenue or expenses.
    public var isPlatforms: Bool { rawValue.hasPrefix("revenue:") || rawValue.hasPrefix("expense:") }

    /// Orders accounts by name.
    public static func < (left: LedgerAccount, right: LedgerAccount) -> Bool {
        left.rawValue < right.rawValue
    }
}
