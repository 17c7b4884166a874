public import MoneyKit

/// A debit (positive) or credit (negative) of an account.
public struct LedgerEntry: Hashable, Sendable, Codable {
    /// The account.
    public var account: LedgerAccount
    /// The amount.
    public var amount: Money

    /// Creates an entry.
    public init(_ account: LedgerAccount, _ amount: Money) {
        self.account = account
        self.amount = amount
    }
}

/// Entries that belong together and sum to zero in every currency.
///
/// A posting is never edited: a correction is a new, opposite posting.
public struct Posting: Hashable, Sendable {
    /// The event that a posting books.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
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

    /// The event that is booked.
    public let kind: Kind
    /// The id of the processor's object or of the payment. It is unique together with `kind`, so that nothing is booked
    /// twice.
    public let reference: String
    /// The payment to which the posting belongs, if there is one.
    public let payment: String?
    /// The entries, at least two, none of them zero.
    public let entries: [LedgerEntry]

    /// Creates a posting from the entries that are not zero.
    ///
    /// - Throws: ``LedgerError`` with case `unbalanced` if a currency does not sum to zero, or `overflow`.
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
}

/// A reason why something cannot be booked: a violated invariant of this program, never the caller's fault.
public enum LedgerError: Error, Hashable, Sendable {
    /// The entries do not sum to zero.
    case unbalanced(Posting.Kind, String, Money)
    /// The database contains an unknown kind of posting.
    case unknownKind(String)
    /// A sum does not fit into 64 bits.
    case overflow
}
