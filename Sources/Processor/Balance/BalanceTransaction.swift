public import MoneyKit
public import TimeKit

/// A change to an account's balance. The balance in a currency is the sum of `net` over the account's balance
/// transactions in this currency.
///
/// Source: Stripe API reference, "Balance transactions"; documentation, "Balance transaction types".
public struct BalanceTransaction: ProcessorObject {
    /// The type of a balance transaction.
    public enum Kind: String, Sendable, Codable {
        case charge, payment, refund, transfer, payout, adjustment, topup
        case paymentRefund = "payment_refund"
        case transferRefund = "transfer_refund"
        case applicationFee = "application_fee"
        case applicationFeeRefund = "application_fee_refund"
        case payoutFailure = "payout_failure"
        case refundFailure = "refund_failure"
        case payoutCancel = "payout_cancel"
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "balance_transaction"
    /// The value of the object's `object` field in Stripe's API.
    public var object = BalanceTransaction.objectName
    /// The id, `txn_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The id of the account whose balance changes, `acct_…`. Nil for the platform.
    ///
    /// In Stripe's API, the `Stripe-Account` header determines the account.
    public var account: String?
    /// The type of the balance transaction.
    public var kind: Kind
    /// The amount before fees, in minor units. It is negative if money leaves the account.
    public var amount: Int64
    /// The fees that the processor and the platform deduct from the amount, in minor units.
    public var fee: Int64
    /// The part of `fee` that the platform collects from a direct charge, in minor units, or nil.
    public var applicationFee: Int64?
    /// The value of `amount` minus `fee`, in minor units.
    public var net: Int64
    /// The currency of the amounts.
    public var currency: Currency
    /// The id of the object that caused the change, such as `ch_…`, `tr_…` or `re_…`.
    public var source: String?
    /// The time from which the amount is available for payouts.
    public var availableOn: Timestamp
    /// The id of the automatic payout that includes this balance transaction, `po_…`, or nil.
    public var payout: String?
    /// A human-readable description.
    public var description: String?

    /// Creates a balance transaction.
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
    /// The currency of the amounts.
    public var currency: Currency
    /// The amount that is available for payouts, in minor units.
    public var available: Int64
    /// The amount that is not available for payouts yet, in minor units.
    public var pending: Int64
    /// The sum of the available and pending amounts, in minor units.
    public var total: Int64 { available + pending }

    /// Creates a balance in one currency.
    public init(currency: Currency, available: Int64, pending: Int64) {
        self.currency = currency
        self.available = available
        self.pending = pending
    }
}
