public import MoneyKit
public import TimeKit

/// A transfer of money from an account to its bank.
///
/// Source: Stripe API reference, "Payouts".
public struct Payout: ProcessorObject {
    /// The possible statuses.
    public enum Status: String, Hashable, Sendable, Codable {
        case pending, paid, failed, canceled
        case inTransit = "in_transit"
    }

    /// Stripe's name of this object type.
    public static let objectName = "payout"
    /// The value of Stripe's `object` field.
    public var object = Payout.objectName
    /// The id, `po_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The account whose money is paid out: nil for the platform, otherwise `acct_…`.
    public var account: String?
    /// The amount, in minor units.
    public var amount: Int64
    /// The currency of the amounts.
    public var currency: Currency
    /// The current status.
    public var status: Status
    /// The time of arrival at the bank.
    public var arrivalDate: Timestamp
    /// The balance transaction, `txn_…`; nil until it is booked.
    public var balanceTransaction: String?
    /// The receiving bank account, `ba_…`; nil if the account has none.
    public var destination: String?
    /// Whether the account's payout schedule created it. Nil or false if it was created by a request.
    public var automatic: Bool?
    /// The payout whose money this one returns, `po_…`.
    public var originalPayout: String?
    /// The payout that returned this one's money, `po_…`.
    public var reversedBy: String?
    /// Stripe's failure code.
    public var failureCode: String?
    /// The attached metadata.
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
