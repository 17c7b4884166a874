public import MoneyKit
public import TimeKit

/// One attempt to take money, and what became of it.
///
/// Source: Stripe API reference, "Charges".
public struct Charge: ProcessorNoun {
    /// How the attempt ended.
    public enum Status: String, Hashable, Sendable, Codable {
        case succeeded, pending, failed
    }

    public static let objectName = "charge"
    public var object = Charge.objectName
    /// `ch_…`; `py_…` where a connected account sees the money arrive.
    public var id: String
    public var created: Timestamp
    /// In minor units.
    public var amount: Int64
    public var amountCaptured: Int64 = 0
    public var amountRefunded: Int64 = 0
    public var currency: Currency
    public var status: Status
    public var paid: Bool { status == .succeeded }
    public var captured = false
    public var refunded = false
    public var disputed = false
    public var paymentIntent: String?
    public var paymentMethod: String?
    public var customer: String?
    /// What the card looks like: brand and last four.
    public var card: PaymentMethod.Card?
    /// `txn_…`; nil until the charge is booked.
    public var balanceTransaction: String?
    public var destination: String?
    public var onBehalfOf: String?
    /// `tr_…`; nil until the transfer is made.
    public var transfer: String?
    /// `fee_…`; nil until the fee is taken.
    public var applicationFee: String?
    public var applicationFeeAmount: Int64?
    public var transferGroup: String?
    /// `tr_…` that brought the money, where a connected account sees it arrive.
    public var sourceTransfer: String?
    /// `in_…`'s charge names its invoice here, as a convenience of this package.
    public var failureCode: String?
    public var failureMessage: String?
    public var statementDescriptor: String?
    public var metadata: Metadata = [:]
    public var livemode = false

    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, status: Status) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.status = status
    }
}
