public import MoneyKit
public import TimeKit

/// The bill for one period of a subscription, and its payment.
///
/// Source: Stripe API reference, "Invoices".
public struct Invoice: ProcessorObject {
    /// The possible statuses.
    public enum Status: String, Hashable, Sendable, Codable {
        case draft, open, paid, void, uncollectible
    }

    /// The reason for creating an invoice.
    public enum BillingReason: String, Hashable, Sendable, Codable {
        case subscriptionCreate = "subscription_create"
        case subscriptionCycle = "subscription_cycle"
        case subscriptionUpdate = "subscription_update"
        case manual
    }

    /// Stripe's name of this object type.
    public static let objectName = "invoice"
    /// The value of Stripe's `object` field.
    public var object = Invoice.objectName
    /// The id, `in_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The customer, `cus_…`.
    public var customer: String
    /// The subscription, `sub_…`; empty if the invoice belongs to none.
    public var subscription: String
    /// The current status.
    public var status: Status
    /// The reason for creating the invoice.
    public var billingReason: BillingReason
    /// The amount due, in minor units.
    public var amountDue: Int64
    /// The amount paid, in minor units.
    public var amountPaid: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The start of the period.
    public var periodStart: Timestamp
    /// The end of the period.
    public var periodEnd: Timestamp
    /// The number of payment attempts.
    public var attemptCount = 0
    /// The time of the next payment attempt; nil if none is planned.
    public var nextPaymentAttempt: Timestamp?
    /// The time at which a draft becomes open, about an hour after its creation.
    public var finalizesAt: Timestamp?
    /// The payment intent, set once the invoice is finalized.
    public var paymentIntent: String?
    /// The charge that paid the invoice, `ch_…`.
    public var charge: String?
    /// The time of payment.
    public var paidAt: Timestamp?
    /// The platform's fee, in minor units.
    public var applicationFeeAmount: Int64?
    /// The invoice's lines; nil for an invoice that was created before lines were stored.
    public var lines: [Line]?
    /// The discounts, `di_…`, and the amount that each deducts, in minor units.
    public var discountAmounts: [DiscountAmount]?
    /// The discounts of an invoice that belongs to no subscription.
    public var discounts: [String]?
    /// The customer's balance before this invoice, in minor units; nil if it was not used.
    public var startingBalance: Int64?
    /// The amount added from the customer's balance, in minor units; negative if it was deducted.
    public var fromBalance: Int64?
    /// The invoice number, assigned at finalization.
    public var number: String?
    /// The time at which the invoice became open.
    public var finalizedAt: Timestamp?
    /// The time at which the invoice was voided.
    public var voidedAt: Timestamp?
    /// The time at which the invoice was marked uncollectible.
    public var uncollectibleAt: Timestamp?
    /// The payment method of this invoice, which takes precedence over the subscription's.
    public var defaultPaymentMethod: String?
    /// A human-readable description.
    public var description: String?
    /// The time by which the customer has to pay an invoice that is sent; nil if it is charged.
    public var dueDate: Timestamp?
    /// The number of days to pay after finalization; nil if the invoice is charged.
    public var daysUntilDue: Int64?
    /// Whether the invoice advances automatically; nil for the default of its billing reason.
    public var autoAdvance: Bool?
    /// The connected account that receives the money of an invoice without a subscription.
    public var destination: String?
    /// The connected account on whose behalf an invoice without a subscription is issued.
    public var onBehalfOf: String?
    /// Whether the invoice was paid outside of the processor.
    public var isPaidElsewhere: Bool?
    /// Whether this is a deleted draft.
    public var deleted: Bool?
    /// The subscription's metadata when the invoice was created.
    public var metadata: Metadata = [:]
    /// Whether real money moves; always false here.
    public var livemode = false

    /// A line item of the invoice.
    public struct Line: Hashable, Sendable, Codable {
        /// The id, `il_…`.
        public var id: String
        /// The human-readable description.
        public var description: String
        /// The amount, in minor units; negative for a credit.
        public var amount: Int64
        /// The quantity.
        public var quantity: Int64
        /// The price of one unit, in minor units.
        public var unitAmount: Int64
        /// The price, `price_…`, if there is one.
        public var price: String?
        /// The product, `prod_…`, if there is one.
        public var product: String?
        /// The start of the period that the line bills.
        public var periodStart: Timestamp
        /// The end of the period that the line bills.
        public var periodEnd: Timestamp
        /// Whether the line bills part of a period after a change of the subscription.
        public var isProration: Bool
        /// The subscription item that caused the line, `si_…`; nil if none did.
        public var subscriptionItem: String?
        /// The invoice item of the line, `ii_…`; nil if it has none.
        public var invoiceItem: String?
        /// The attached metadata.
        public var metadata: Metadata

        /// Creates a line.
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

    /// The amount that a discount deducts.
    public struct DiscountAmount: Hashable, Sendable, Codable {
        /// The discount, `di_…`.
        public var discount: String
        /// The deducted amount, in minor units.
        public var amount: Int64

        /// Creates a discount amount.
        public init(discount: String, amount: Int64) {
            self.discount = discount
            self.amount = amount
        }
    }

    /// Creates an invoice.
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
