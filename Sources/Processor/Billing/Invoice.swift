public import MoneyKit
public import TimeKit

/// One period of a subscription: what is due, and whether it was paid.
///
/// Source: Stripe API reference, "Invoices".
public struct Invoice: ProcessorNoun {
    /// Where it stands.
    public enum Status: String, Hashable, Sendable, Codable {
        case draft, open, paid, void, uncollectible
    }

    /// Why an invoice was made.
    public enum BillingReason: String, Hashable, Sendable, Codable {
        case subscriptionCreate = "subscription_create"
        case subscriptionCycle = "subscription_cycle"
        case subscriptionUpdate = "subscription_update"
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "invoice"
    /// What it is, as Stripe spells it.
    public var object = Invoice.objectName
    /// `in_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// `cus_…`
    public var customer: String
    /// `sub_…`
    public var subscription: String
    /// Where it stands.
    public var status: Status
    /// Why it was made.
    public var billingReason: BillingReason
    /// In minor units.
    public var amountDue: Int64
    /// What was paid, in minor units.
    public var amountPaid: Int64 = 0
    /// The currency of its amounts.
    public var currency: Currency
    /// When its period began.
    public var periodStart: Timestamp
    /// When its period ends.
    public var periodEnd: Timestamp
    /// How often it was tried.
    public var attemptCount = 0
    /// When it is tried again; nil when it is not.
    public var nextPaymentAttempt: Timestamp?
    /// When a draft becomes open, about an hour after it was made.
    public var finalizesAt: Timestamp?
    /// The intent that it is paid with, from finalization on.
    public var paymentIntent: String?
    /// `ch_…` that paid it.
    public var charge: String?
    /// When it was paid.
    public var paidAt: Timestamp?
    /// What the platform keeps, in minor units.
    public var applicationFeeAmount: Int64?
    /// The subscription's metadata at the time.
    public var metadata: Metadata = [:]
    /// Real money; never true here.
    public var livemode = false

    /// One of these fields.
    public init(
        id: String, created: Timestamp, customer: String, subscription: String, status: Status,
        billingReason: BillingReason, amountDue: Int64, currency: Currency, periodStart: Timestamp,
        periodEnd: Timestamp
    ) {
        self.id = id
        self.created = created
        self.customer = customer
        self.subscription = subscription
        self.status = status
        self.billingReason = billingReason
        self.amountDue = amountDue
        self.currency = currency
        self.periodStart = periodStart
        self.periodEnd = periodEnd
    }
}
