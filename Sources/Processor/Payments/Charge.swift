public import MoneyKit
public import TimeKit

/// One attempt to take money, and what became of it.
///
/// Source: Stripe API reference, "Charges".
public struct Charge: ProcessorObject {
    /// How the attempt ended.
    public enum Status: String, Hashable, Sendable, Codable {
        case succeeded, pending, failed
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "charge"
    /// What it is, as Stripe spells it.
    public var object = Charge.objectName
    /// `ch_…`; `py_…` where a connected account sees the money arrive.
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// In minor units.
    public var amount: Int64
    /// What was taken, in minor units.
    public var amountCaptured: Int64 = 0
    /// What went back, in minor units.
    public var amountRefunded: Int64 = 0
    /// The currency of its amounts.
    public var currency: Currency
    /// Where it stands.
    public var status: Status
    /// Whether the money was taken.
    public var paid: Bool { status == .succeeded }
    /// Whether what was reserved was taken.
    public var captured = false
    /// Whether all of it went back.
    public var refunded = false
    /// Whether a bank asks for it back.
    public var disputed = false
    /// `pi_…`
    public var paymentIntent: String?
    /// `pm_…`
    public var paymentMethod: String?
    /// `cus_…`
    public var customer: String?
    /// What the card looks like: brand and last four.
    public var card: PaymentMethod.Card?
    /// `txn_…`; nil until the charge is booked.
    public var balanceTransaction: String?
    /// The connected account that gets the money.
    public var destination: String?
    /// The connected account that it is done for.
    public var onBehalfOf: String?
    /// `tr_…`; nil until the transfer is made.
    public var transfer: String?
    /// `fee_…`; nil until the fee is taken.
    public var applicationFee: String?
    /// What the connected account gets instead of all of it, in minor units.
    public var transferAmount: Int64?
    /// What the platform keeps, in minor units.
    public var applicationFeeAmount: Int64?
    /// Binds charges and transfers together.
    public var transferGroup: String?
    /// `tr_…` that brought the money, where a connected account sees it arrive.
    public var sourceTransfer: String?
    /// `in_…`'s charge names its invoice here, as a convenience of this package.
    public var failureCode: String?
    /// The processor's sentence about the failure; not for donors.
    public var failureMessage: String?
    /// What the donor reads on the card statement: 5 to 22 characters.
    public var statementDescriptor: String?
    /// What was attached to it.
    public var metadata: Metadata = [:]
    /// Real money; never true here.
    public var livemode = false

    /// One of these fields.
    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, status: Status) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.status = status
    }
}

/// Which amounts are charged at once.
///
/// Source: Stripe documentation, "Supported currencies", "Minimum and maximum charge amounts".
public enum ChargeLimits {
    /// Eight digits, in minor units. So no product of two amounts leaves 64 bits.
    public static let most: Int64 = 99_999_999

    /// The least charge in minor units; 50 where Stripe names none.
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
