public import MoneyKit
public import TimeKit

/// One period of a subscription: what is due, and whether it was paid.
///
/// Source: Stripe API reference, "Invoices".
public struct Invoice: ProcessorNoun {
    public enum Status: String, Hashable, Sendable, Codable {
        case draft, open, paid, void, uncollectible
    }

    public enum BillingReason: String, Hashable, Sendable, Codable {
        case subscriptionCreate = "subscription_create"
        case subscriptionCycle = "subscription_cycle"
        case subscriptionUpdate = "subscription_update"
    }

    public static let objectName = "invoice"
    public var object = Invoice.objectName
    /// `in_…`
    public var id: String
    public var created: Timestamp
    public var customer: String
    public var subscription: String
    public var status: Status
    public var billingReason: BillingReason
    /// In minor units.
    public var amountDue: Int64
    public var amountPaid: Int64 = 0
    public var currency: Currency
    public var periodStart: Timestamp
    public var periodEnd: Timestamp
    public var attemptCount = 0
    /// When it is tried again; nil when it is not.
    public var nextPaymentAttempt: Timestamp?
    /// When a draft becomes open, about an hour after it was made.
    public var finalizesAt: Timestamp?
    /// The intent that it is paid with, from finalization on.
    public var paymentIntent: String?
    /// `ch_…` that paid it.
    public var charge: String?
    public var paidAt: Timestamp?
    /// What the platform keeps, in minor units.
    public var applicationFeeAmount: Int64?
    /// The subscription's metadata at the time.
    public var metadata: Metadata = [:]
    public var livemode = false

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
