public import MoneyKit
public import TimeKit

/// An attempt to charge a payment method, with its result.
///
/// Source: Stripe API reference, "Charges".
public struct Charge: ProcessorObject {
    /// The result of the attempt.
    public enum Status: String, Hashable, Sendable, Codable {
        case succeeded, pending, failed
    }

    /// Stripe's name of this object type.
    public static let objectName = "charge"
    /// The value of Stripe's `object` field.
    public var object = Charge.objectName
    /// The id, `ch_…`; `py_…` for an incoming payment of a connected account.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The amount, in minor units.
    public var amount: Int64
    /// The captured amount, in minor units.
    public var amountCaptured: Int64 = 0
    /// The refunded amount, in minor units.
    public var amountRefunded: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The result of the attempt.
    public var status: Status
    /// Whether the charge succeeded.
    public var paid: Bool { status == .succeeded }
    /// Whether the authorized amount was captured.
    public var captured = false
    /// Whether the charge was refunded in full.
    public var refunded = false
    /// Whether the charge is disputed.
    public var disputed = false
    /// The payment intent, `pi_…`.
    public var paymentIntent: String?
    /// The payment method, `pm_…`.
    public var paymentMethod: String?
    /// The customer, `cus_…`.
    public var customer: String?
    /// The card's brand, last four digits and expiry.
    public var card: PaymentMethod.Card?
    /// The balance transaction, `txn_…`; nil until the charge is booked.
    public var balanceTransaction: String?
    /// The connected account that receives the money.
    public var destination: String?
    /// The connected account on whose behalf the charge is made.
    public var onBehalfOf: String?
    /// The transfer, `tr_…`; nil until it is made.
    public var transfer: String?
    /// The application fee, `fee_…`; nil until it is collected.
    public var applicationFee: String?
    /// The connected account's share if it does not get the full amount, in minor units.
    public var transferAmount: Int64?
    /// The platform's fee, in minor units.
    public var applicationFeeAmount: Int64?
    /// The group that links related charges and transfers.
    public var transferGroup: String?
    /// The transfer that brought the money, `tr_…`, for an incoming payment of a connected account.
    public var sourceTransfer: String?
    /// Stripe's failure code; nil if the charge did not fail.
    public var failureCode: String?
    /// The processor's description of the failure, for developers; not for donors.
    public var failureMessage: String?
    /// The text on the card statement, 5 to 22 characters.
    public var statementDescriptor: String?
    /// The attached metadata.
    public var metadata: Metadata = [:]
    /// Whether real money moves; always false here.
    public var livemode = false

    /// Creates a charge.
    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, status: Status) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.status = status
    }
}

/// The limits of a single charge.
///
/// Source: Stripe documentation, "Supported currencies", "Minimum and maximum charge amounts".
public enum ChargeLimits {
    /// The largest amount, eight digits in minor units, so that a product of two amounts fits into 64 bits.
    public static let most: Int64 = 99_999_999

    /// Returns the smallest charge in minor units: 50 if Stripe does not define one for the currency.
    public static func least(in currency: Currency) -> Int64 {
        switch currency.code {
        case "gbp": 30
        case "aed", "pln", "ron": 200
        case "bgn": 100
        case "czk": 1500
        case "dkk": 250
        case "hkd": 400
        case "huf": 17_500
        case "mxn", "thb": 1000
        case "myr": 200
        case "nok", "sek": 300
        default: 50
        }
    }
}
