public import MoneyKit
public import TimeKit

/// Money that goes from an account to its bank.
///
/// Source: Stripe API reference, "Payouts".
public struct Payout: ProcessorNoun {
    public enum Status: String, Hashable, Sendable, Codable {
        case pending, paid, failed, canceled
        case inTransit = "in_transit"
    }

    public static let objectName = "payout"
    public var object = Payout.objectName
    /// `po_…`
    public var id: String
    public var created: Timestamp
    /// Whose money: nil for the platform, else `acct_…`.
    public var account: String?
    /// In minor units.
    public var amount: Int64
    public var currency: Currency
    public var status: Status
    public var arrivalDate: Timestamp
    public var balanceTransaction: String?
    public var failureCode: String?
    public var metadata: Metadata = [:]

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
