public import MoneyKit
public import TimeKit

/// A payout of money from an account's balance to a bank account.
///
/// Source: Stripe API reference, "Payouts".
public struct Payout: ProcessorObject {
    /// The status of a payout.
    public enum Status: String, Sendable, Codable {
        case pending, paid, failed, canceled
        case inTransit = "in_transit"
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "payout"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Payout.objectName
    /// The id, `po_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The id of the account whose money is paid out, `acct_…`. Nil for the platform.
    public var account: String?
    /// The amount in minor units. It is negative if this payout reverses another payout.
    public var amount: Int64
    /// The currency of the amount.
    public var currency: Currency
    /// The current status.
    public var status: Status
    /// The time at which the money arrives, or is expected to arrive, at the bank.
    public var arrivalDate: Timestamp
    /// The id of the balance transaction, `txn_…`. Nil until the money is booked.
    public var balanceTransaction: String?
    /// The id of the bank account for the payout, `ba_…`, or nil.
    public var destination: String?
    /// Whether the account's payout schedule created the payout. Nil or false if a request created it.
    public var automatic: Bool?
    /// The id of the payout that this payout reverses, `po_…`. Nil if this payout is not a reversal.
    public var originalPayout: String?
    /// The id of the payout that reversed this payout, `po_…`. Nil if this payout was not reversed.
    public var reversedBy: String?
    /// Stripe's failure code, or nil if the payout did not fail.
    public var failureCode: String?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]

    /// Creates a payout.
    public init(
        id: String, created: Timestamp, account: String?, amount: Int64, currency: Currency, status: Status,
        arrivalDate: Timestamp
    ) {
        self.id = id
        self.created = created
        self.account = account
        self.amount = amount
        self.currency = currency
        self.status = status
        self.arrivalDate = arrivalDate
    }
}
