public import MoneyKit
public import TimeKit

/// Money that goes from an account to its bank.
///
/// Source: Stripe API reference, "Payouts".
public struct Payout: ProcessorObject {
    /// Where it stands.
    public enum Status: String, Hashable, Sendable, Codable {
        case pending, paid, failed, canceled
        case inTransit = "in_transit"
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "payout"
    /// What it is, as Stripe spells it.
    public var object = Payout.objectName
    /// `po_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// Whose money: nil for the platform, else `acct_…`.
    public var account: String?
    /// In minor units.
    public var amount: Int64
    /// The currency of its amounts.
    public var currency: Currency
    /// Where it stands.
    public var status: Status
    /// When the bank has it.
    public var arrivalDate: Timestamp
    /// `txn_…`; nil until it is booked.
    public var balanceTransaction: String?
    /// `ba_…`: the bank account that it goes to, where the account has one.
    public var destination: String?
    /// The account's schedule made it; nil or false: somebody asked for it.
    public var automatic: Bool?
    /// `po_…` whose money this one brings back.
    public var originalPayout: String?
    /// `po_…` that brought its money back.
    public var reversedBy: String?
    /// Stripe's code of the failure.
    public var failureCode: String?
    /// What was attached to it.
    public var metadata: Metadata = [:]

    /// One of these fields.
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
