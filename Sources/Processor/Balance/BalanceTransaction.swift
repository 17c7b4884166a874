public import MoneyKit
public import TimeKit

/// One change of a balance. The balance of an account is the sum of `net` over its balance transactions.
///
/// Source: Stripe API reference, "Balance transactions"; documentation, "Balance transaction types".
public struct BalanceTransaction: ProcessorObject {
    /// What kind it is.
    public enum Kind: String, Hashable, Sendable, Codable {
        case charge, payment, refund, transfer, payout, adjustment
        case paymentRefund = "payment_refund"
        case transferRefund = "transfer_refund"
        case applicationFee = "application_fee"
        case applicationFeeRefund = "application_fee_refund"
        case payoutFailure = "payout_failure"
        case refundFailure = "refund_failure"
        case payoutCancel = "payout_cancel"
    }

    /// Whether a payout may take it.
    public enum Status: String, Hashable, Sendable, Codable {
        case available, pending
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "balance_transaction"
    /// What it is, as Stripe spells it.
    public var object = BalanceTransaction.objectName
    /// `txn_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// Whose balance changes: nil for the platform, else `acct_…`. (Stripe tells it by the `Stripe-Account` header.)
    public var account: String?
    /// What kind it is.
    public var kind: Kind
    /// Before fees, in minor units; negative where money leaves.
    public var amount: Int64
    /// What the processor or the platform keeps of it, in minor units.
    public var fee: Int64
    /// `amount` less `fee`.
    public var net: Int64
    /// The currency of its amounts.
    public var currency: Currency
    /// The noun that made it: `ch_…`, `tr_…`, `re_…`.
    public var source: String?
    /// From when a payout may take it.
    public var availableOn: Timestamp
    /// `po_…` of the schedule that took it along.
    public var payout: String?
    /// For people who look at it later.
    public var description: String?

    /// One of these fields.
    public init(
        id: String, created: Timestamp, account: String?, kind: Kind, amount: Int64, fee: Int64,
        currency: Currency, source: String?, availableOn: Timestamp
    ) {
        self.id = id
        self.created = created
        self.account = account
        self.kind = kind
        self.amount = amount
        self.fee = fee
        net = amount - fee
        self.currency = currency
        self.source = source
        self.availableOn = availableOn
    }
}

/// An account's balance in one currency, in minor units.
///
/// Source: Stripe API reference, "Balance".
public struct Balance: Hashable, Sendable, Codable {
    /// The currency of its amounts.
    public var currency: Currency
    /// May be paid out.
    public var available: Int64
    /// Will be, when the processor has it.
    public var pending: Int64
    /// Both.
    public var total: Int64 { available + pending }

    /// One of these fields.
    public init(currency: Currency, available: Int64, pending: Int64) {
        self.currency = currency
        self.available = available
        self.pending = pending
    }
}
