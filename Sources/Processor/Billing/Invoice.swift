public import MoneyKit
public import TimeKit

/// One period of a subscription: what is due, and whether it was paid.
///
/// Source: Stripe API reference, "Invoices".
public struct Invoice: ProcessorObject {
    /// Where it stands.
    public enum Status: String, Hashable, Sendable, Codable {
        case draft, open, paid, void, uncollectible
    }

    /// Why an invoice was made.
    public enum BillingReason: String, Hashable, Sendable, Codable {
        case subscriptionCreate = "subscription_create"
        case subscriptionCycle = "subscription_cycle"
        case subscriptionUpdate = "subscription_update"
        case manual
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
    /// `sub_…`; empty for an invoice that belongs to none.
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
    /// What it is made up of; nil for one made before lines were kept.
    public var lines: [Line]?
    /// `di_…` and what each took off, in minor units.
    public var discountAmounts: [DiscountAmount]?
    /// The discounts of an invoice that belongs to no subscription.
    public var discounts: [String]?
    /// What the customer's balance was before, in minor units; nil where it had no part in it.
    public var startingBalance: Int64?
    /// What the customer's balance added, in minor units; below 0 it took off.
    public var fromBalance: Int64?
    /// The customer's number of it, given at finalization.
    public var number: String?
    /// When it became open.
    public var finalizedAt: Timestamp?
    /// When it was voided.
    public var voidedAt: Timestamp?
    /// When it was given up.
    public var uncollectibleAt: Timestamp?
    /// The method of this invoice, before the subscription's.
    public var defaultPaymentMethod: String?
    /// For people who look at it later.
    public var description: String?
    /// Sent to the customer, who pays by this second; nil where it is charged.
    public var dueDate: Timestamp?
    /// How many days the customer has from finalization on; nil where it is charged.
    public var daysUntilDue: Int64?
    /// Goes on by itself; nil: as its kind does.
    public var autoAdvance: Bool?
    /// The connected account that gets the money of an invoice without a subscription.
    public var destination: String?
    /// The connected account that an invoice without a subscription is made for.
    public var onBehalfOf: String?
    /// Paid in another way than here.
    public var isPaidElsewhere: Bool?
    /// A draft that was deleted.
    public var deleted: Bool?
    /// The subscription's metadata at the time.
    public var metadata: Metadata = [:]
    /// Real money; never true here.
    public var livemode = false

    /// A part of what is due.
    public struct Line: Hashable, Sendable, Codable {
        /// `il_…`
        public var id: String
        /// What it is for.
        public var description: String
        /// In minor units; below 0 for what is given back.
        public var amount: Int64
        /// How many.
        public var quantity: Int64
        /// In minor units.
        public var unitAmount: Int64
        /// `price_…`, where it has one.
        public var price: String?
        /// `prod_…`, where it has one.
        public var product: String?
        /// When what it is for begins.
        public var periodStart: Timestamp
        /// When what it is for ends.
        public var periodEnd: Timestamp
        /// A part of a period, because something changed.
        public var isProration: Bool
        /// `si_…`, where a subscription made it.
        public var subscriptionItem: String?
        /// `ii_…`, where somebody added it.
        public var invoiceItem: String?
        /// What was attached to it.
        public var metadata: Metadata

        /// One of these fields.
        public init(
            id: String, description: String, amount: Int64, quantity: Int64, unitAmount: Int64,
            price: String? = nil, product: String? = nil, periodStart: Timestamp, periodEnd: Timestamp,
            isProration: Bool = false, subscriptionItem: String? = nil, invoiceItem: String? = nil,
            metadata: Metadata = [:]
        ) {
            self.id = id
            self.description = description
            self.amount = amount
            self.quantity = quantity
            self.unitAmount = unitAmount
            self.price = price
            self.product = product
            self.periodStart = periodStart
            self.periodEnd = periodEnd
            self.isProration = isProration
            self.subscriptionItem = subscriptionItem
            self.invoiceItem = invoiceItem
            self.metadata = metadata
        }
    }

    /// What a discount took off.
    public struct DiscountAmount: Hashable, Sendable, Codable {
        /// `di_…`
        public var discount: String
        /// In minor units.
        public var amount: Int64

        /// One of these fields.
        public init(discount: String, amount: Int64) {
            self.discount = discount
            self.amount = amount
        }
    }

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
