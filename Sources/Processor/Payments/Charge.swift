public import MoneyKit
public import TimeKit

/// An attempt to charge a payment method, with its result.
///
/// Source: Stripe API reference, "Charges".
public struct Charge: ProcessorObject {
    /// The status of a charge.
    public enum Status: String, Sendable, Codable {
        case succeeded, pending, failed
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "charge"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Charge.objectName
    /// The id, `ch_…`, or `py_…` for a payment that a connected account received from the platform.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The amount in minor units.
    public var amount: Int64
    /// The captured amount in minor units.
    public var amountCaptured: Int64 = 0
    /// The amount refunded so far, in minor units.
    public var amountRefunded: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The status of the charge.
    public var status: Status
    /// Whether the charge succeeded.
    public var paid: Bool { status == .succeeded }
    /// Whether the authorized amount was captured.
    public var captured = false
    /// Whether the charge was refunded in full.
    public var refunded = false
    /// Whether the charge has been disputed.
    public var disputed = false
    /// The id of the payment intent, `pi_…`.
    public var paymentIntent: String?
    /// The id of the payment method, `pm_…`.
    public var paymentMethod: String?
    /// The id of the customer, `cus_…`.
    public var customer: String?
    /// The card's brand, last four digits and other details. Nil if the payment method is not a card.
    public var card: PaymentMethod.Card?
    /// The id of the balance transaction, `txn_…`. Nil until the charge is booked.
    public var balanceTransaction: String?
    /// The id of the connected account that receives the money.
    public var destination: String?
    /// The id of the connected account on whose behalf the charge is made.
    public var onBehalfOf: String?
    /// The id of the transfer to the connected account, `tr_…`. Nil if no transfer has been created.
    public var transfer: String?
    /// The id of the application fee, `fee_…`. Nil if no application fee has been collected.
    public var applicationFee: String?
    /// The amount to transfer to the connected account, in minor units. Nil if the whole amount or nothing is
    /// transferred.
    public var transferAmount: Int64?
    /// The platform's fee in minor units, or nil if there is no fee.
    public var applicationFeeAmount: Int64?
    /// The name of a group of related charges and transfers, or nil.
    public var transferGroup: String?
    /// The id of the transfer that provided the money, `tr_…`. Nil unless the charge is a payment that a
    /// connected account received from the platform.
    public var sourceTransfer: String?
    /// Stripe's failure code, or nil if the charge did not fail.
    public var failureCode: String?
    /// The processor's description of the failure. It is written for developers and is not shown to payers.
    public var failureMessage: String?
    /// The text on the payer's card statement, with 5 to 22 characters, or nil.
    public var statementDescriptor: String?
    /// The text that follows the account's prefix on the payer's card statement, or nil.
    public var statementDescriptorSuffix: String?
    /// A human-readable description.
    public var description: String?
    /// The e-mail address to which the processor sends a receipt. Nil if the processor sends no receipt.
    public var receiptEmail: String?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]
    /// Whether the charge exists in live mode rather than test mode. Always false in this package.
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

/// The limits on the amount of a single charge.
///
/// Source: Stripe documentation, "Supported currencies", "Minimum and maximum charge amounts".
public enum ChargeLimits {
    /// The maximum amount, in minor units. It has eight digits, so the product of two amounts fits in 64
    /// bits.
    public static let most: Int64 = 99_999_999

    /// Returns the minimum amount of a charge, in minor units. If Stripe defines no minimum for the currency,
    /// returns 50.
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
