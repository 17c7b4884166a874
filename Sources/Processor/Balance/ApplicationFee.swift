public import MoneyKit
public import TimeKit

/// What the platform keeps of a charge that went to a connected account.
///
/// Source: Stripe API reference, "Application fees".
public struct ApplicationFee: ProcessorNoun {
    public static let objectName = "application_fee"
    public var object = ApplicationFee.objectName
    /// `fee_…`
    public var id: String
    public var created: Timestamp
    /// The connected account that paid it.
    public var account: String
    /// In minor units.
    public var amount: Int64
    public var amountRefunded: Int64 = 0
    public var currency: Currency
    /// `ch_…` of the platform.
    public var originatingTransaction: String
    public var balanceTransaction: String?

    public init(
        id: String, created: Timestamp, account: String, amount: Int64, currency: Currency,
        originatingTransaction: String
    ) {
        self.id = id
        self.created = created
        self.account = account
        self.amount = amount
        self.currency = currency
        self.originatingTransaction = originatingTransaction
    }
}
