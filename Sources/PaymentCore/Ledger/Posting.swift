public import MoneyKit

/// A debit or credit of an account.
public struct LedgerEntry: Hashable, Sendable, Codable {
    /// The account that is debited or credited.
    public var account: LedgerAccount
    /// The amount: positive for a debit, negative for a credit.
    public var amount: Money

    /// Creates an entry. A positive amount is a debit, and a negative amount is a credit.
    public init(_ account: LedgerAccount, _ amount: Money) {
        self.account = account
        self.amount = amount
    }
}

/// A set of entries that belong together. The entries sum to zero in each currency.
///
/// A posting is never edited. A mistake is corrected by a new posting with the opposite entries.
public struct Posting: Hashable, Sendable {
    /// The kind of event that a posting records.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case charge, refund, payout, correction, release, offset
        case releaseReversed = "release_reversed"
        case transfer
        case payoutPaid = "payout_paid"
        case payoutFailed = "payout_failed"
        case transferReversal = "transfer_reversal"
        case refundFailed = "refund_failed"
        case feeReturned = "fee_returned"
        case disputeOpened = "dispute_opened"
        case disputeWon = "dispute_won"
        case disputeLost = "dispute_lost"
    }

    /// The kind of event. Together with `reference`, it identifies the posting.
    public let kind: Kind
    /// The id of the object that the event is about, or another text that identifies the event. Together with
    /// `kind`, it is unique, so no event is recorded twice.
    public let reference: String
    /// The id of the payment that the posting belongs to, or nil.
    public let payment: String?
    /// The entries. None of them has an amount of zero.
    public let entries: [LedgerEntry]

    /// Creates a posting from the entries whose amount is not zero.
    ///
    /// - Throws: ``LedgerError``: `unbalanced` if the entries in one currency do not sum to zero, or
    ///   `overflow` if a sum does not fit into 64 bits.
    public init(_ kind: Kind, _ reference: String, payment: String?, _ entries: [LedgerEntry])
        throws(LedgerError)
    {
        self.kind = kind
        self.reference = reference
        self.payment = payment
        self.entries = entries.filter { $0.amount.minorUnits != 0 }
        for (currency, group) in Dictionary(grouping: self.entries, by: \.amount.currency) {
            let sum: Money
            do { sum = try Money.sum(group.map(\.amount), in: currency) } catch { throw LedgerError.overflow }
            guard sum.minorUnits == 0 else { throw LedgerError.unbalanced(kind, reference, sum) }
        }
    }

    /// Creates a posting in one currency from minor units. Positive amounts are debits.
    init(
        _ kind: Kind, _ reference: String, payment: String?, in currency: Currency, _ amounts: [Amount]
    ) throws(LedgerError) {
        try self.init(
            kind, reference, payment: payment,
            amounts.map { LedgerEntry($0.account, Money($0.minor, currency)) })
    }

    /// An account and the amount, in minor units, of its entry.
    typealias Amount = (account: LedgerAccount, minor: Int64)

    /// Creates a posting that moves an amount between two accounts.
    static func move(
        _ kind: Kind, _ reference: String, payment: String? = nil, _ minor: Int64, _ currency: Currency,
        from credit: LedgerAccount, to debit: LedgerAccount
    ) throws(LedgerError) -> Posting {
        try Posting(
            kind, reference, payment: payment, in: currency, [(debit, minor), (credit, -minor)])
    }
}

/// The reason that a posting is invalid or cannot be read.
public enum LedgerError: Error, Hashable {
    /// The entries do not sum to zero. The associated values are the posting's kind, its reference and the
    /// sum.
    case unbalanced(Posting.Kind, String, Money)
    /// The database contains an unknown kind of posting.
    case unknownKind(String)
    /// A sum does not fit into 64 bits.
    case overflow
}
