public import MoneyKit

/// One debit (positive) or credit (negative) of an account.
public struct LedgerEntry: Hashable, Sendable, Codable {
    /// Whose.
    public var account: LedgerAccount
    /// How much.
    public var amount: Money

    /// An entry.
    public init(_ account: LedgerAccount, _ amount: Money) {
        self.account = account
        self.amount = amount
    }
}

/// Entries that belong together and sum to zero in every currency.
///
/// Never edited: a correction is a new, opposite posting.
public struct Posting: Hashable, Sendable {
    /// What was booked.
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

    /// What was booked.
    public let kind: Kind
    /// The processor's noun or the payment that it books; with `kind` it is unique, so that nothing is booked twice.
    public let reference: String
    /// The payment that it belongs to, where there is one.
    public let payment: String?
    /// At least two, none of them zero.
    public let entries: [LedgerEntry]

    /// A posting of what is not zero in `entries`.
    ///
    /// - Throws: `unbalanced` when a currency does not sum to zero; `overflow`.
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

/// Why something cannot be booked: a broken rule of ours, never the caller's fault.
public enum LedgerError: Error, Hashable, Sendable {
    /// The entries do not sum to zero.
    case unbalanced(Posting.Kind, String, Money)
    /// The file holds a kind of posting that nobody knows.
    case unknownKind(String)
    /// A sum does not fit into 64 bits.
    case overflow
}
