public import MoneyKit
public import TimeKit

/// An invoice, usually for one billing period of a subscription.
///
/// Source: Stripe API reference, "Invoices".
public struct Invoice: ProcessorObject {
    /// The status of an invoice.
    public enum Status: String, Sendable, Codable {
        case draft, open, paid, void, uncollectible
    }

    /// The reason that an invoice was created.
    public enum BillingReason: String, Sendable, Codable {
        case subscriptionCreate = "subscription_create"
        case subscriptionCycle = "subscription_cycle"
        case subscriptionUpdate = "subscription_update"
        case manual
        /// The invoice is a preview that is never stored.
        case upcoming
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "invoice"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Invoice.objectName
    /// The id, `in_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The id of the customer, `cus_…`.
    public var customer: String
    /// The id of the subscription, `sub_…`. Empty if the invoice does not belong to a subscription.
    public var subscription: String
    /// The current status.
    public var status: Status
    /// The reason that the invoice was created.
    public var billingReason: BillingReason
    /// The amount due, in minor units.
    public var amountDue: Int64
    /// The amount paid, in minor units.
    public var amountPaid: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The start of the billing period.
    public var periodStart: Timestamp
    /// The end of the billing period.
    public var periodEnd: Timestamp
    /// The number of payment attempts.
    public var attemptCount = 0
    /// The time of the next payment attempt, or nil if no attempt is planned.
    public var nextPaymentAttempt: Timestamp?
    /// The time when the processor will finalize the draft, about one hour after its creation. Nil if the
    /// draft will not be finalized automatically.
    public var finalizesAt: Timestamp?
    /// The id of the payment intent that collects the amount due, `pi_…`. Nil if the processor has not
    /// created a payment intent.
    public var paymentIntent: String?
    /// The id of the charge that paid the invoice, `ch_…`. Nil if the invoice was not paid by a charge.
    public var charge: String?
    /// The time at which the invoice was paid, or nil.
    public var paidAt: Timestamp?
    /// The platform's fee in minor units, or nil if there is no fee.
    public var applicationFeeAmount: Int64?
    /// The line items. Nil if the line items are not available.
    public var lines: [Line]?
    /// The amounts that discounts deduct from the invoice, one for each discount. Nil if the invoice has no
    /// discounts.
    public var discountAmounts: [DiscountAmount]?
    /// The ids of the invoice's own discounts, `di_…`, or nil. The discounts of the subscription are not
    /// included.
    public var discounts: [String]?
    /// The customer's balance before this invoice was finalized, in minor units. Nil if the balance was not
    /// applied.
    public var startingBalance: Int64?
    /// The amount that the customer's balance added to the invoice, in minor units. It is negative if a
    /// credit reduced the invoice. Nil if the balance was not applied.
    public var fromBalance: Int64?
    /// The amount by which credit notes have reduced the amount due, in minor units. Nil means zero.
    public var prePaymentCredit: Int64?
    /// The part of the credit notes' total that did not reduce the amount due, in minor units. Nil means
    /// zero.
    public var postPaymentCredit: Int64?
    /// The invoice number, such as `1A2B3C4D-0001`. Nil until the invoice is finalized.
    public var number: String?
    /// The time at which the invoice was finalized, or nil.
    public var finalizedAt: Timestamp?
    /// The time at which the invoice was voided, or nil.
    public var voidedAt: Timestamp?
    /// The time at which the invoice was marked as uncollectible, or nil.
    public var uncollectibleAt: Timestamp?
    /// The id of the payment method for this invoice. If nil, the payment method of the subscription or the
    /// customer is used.
    public var defaultPaymentMethod: String?
    /// A human-readable description.
    public var description: String?
    /// The time by which the customer must pay the invoice. Nil unless the processor sends the invoice to the
    /// customer.
    public var dueDate: Timestamp?
    /// The number of days after finalization within which the customer must pay the invoice, or nil.
    public var daysUntilDue: Int64?
    /// Whether the processor finalizes and charges the invoice automatically. Nil means true if the invoice
    /// belongs to a subscription, and false otherwise.
    public var autoAdvance: Bool?
    /// The id of the connected account that receives the money, or nil. An account that the subscription
    /// specifies takes precedence.
    public var destination: String?
    /// The id of the connected account on whose behalf the invoice is issued, or nil. An account that the
    /// subscription specifies takes precedence.
    public var onBehalfOf: String?
    /// The ids of the default tax rates, `txr_…`. They apply to lines that do not specify tax rates.
    public var defaultTaxRates: [String]?
    /// The id of the quote that the invoice was created from, `qt_…`, or nil.
    public var quote: String?
    /// Whether the customer paid the invoice outside of the processor, for example in cash. Nil means false.
    public var isPaidElsewhere: Bool?
    /// Whether the invoice was deleted, which is possible only for a draft. Nil means false.
    public var deleted: Bool?
    /// The invoice's metadata. If the invoice belongs to a subscription, the metadata is initially a copy of
    /// the subscription's metadata.
    public var metadata: Metadata = [:]
    /// Whether the invoice exists in live mode rather than test mode. Always false in this package.
    public var livemode = false

    /// A line item of an invoice.
    public struct Line: Hashable, Sendable, Codable {
        /// The id, `il_…`.
        public var id: String
        /// A human-readable description.
        public var description: String
        /// The amount in minor units. It is negative for a credit.
        public var amount: Int64
        /// The number of units billed.
        public var quantity: Int64
        /// The price of one unit, in minor units.
        public var unitAmount: Int64
        /// The id of the price, `price_…`. Nil if the line has no price.
        public var price: String?
        /// The id of the product, `prod_…`. Nil if the line has no product.
        public var product: String?
        /// The start of the period that the line covers.
        public var periodStart: Timestamp
        /// The end of the period that the line covers.
        public var periodEnd: Timestamp
        /// Whether the line credits or charges part of a period after the subscription was changed during
        /// that period.
        public var isProration: Bool
        /// The id of the subscription item that the line bills, `si_…`, or nil.
        public var subscriptionItem: String?
        /// The id of the invoice item that the line was created from, `ii_…`, or nil.
        public var invoiceItem: String?
        /// The metadata that the API client attached to the object.
        public var metadata: Metadata
        /// The ids of the tax rates, `txr_…`. If nil, the default rates of the invoice apply.
        public var taxRates: [String]?
        /// The taxes on the line's amount after discounts. Nil if there are no taxes.
        public var taxes: [Tax]?

        /// Creates a line item of an invoice.
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

    /// A tax on a line item.
    public struct Tax: Hashable, Sendable, Codable {
        /// The id of the tax rate, `txr_…`.
        public var rate: String
        /// The amount of the tax in minor units. It is negative for a credit.
        public var amount: Int64
        /// The amount that is taxed, in minor units.
        public var taxableAmount: Int64
        /// Whether the tax is part of the line's amount. If false, the tax is added to the invoice's total.
        public var isInclusive: Bool

        /// Creates a tax on a line item.
        public init(rate: String, amount: Int64, taxableAmount: Int64, isInclusive: Bool) {
            self.rate = rate
            self.amount = amount
            self.taxableAmount = taxableAmount
            self.isInclusive = isInclusive
        }
    }

    /// The amount that a discount deducts from an invoice.
    public struct DiscountAmount: Hashable, Sendable, Codable {
        /// The id of the discount, `di_…`.
        public var discount: String
        /// The deducted amount in minor units.
        public var amount: Int64
        /// The ids of the products that the discount applies to. Nil for all products.
        public var products: [String]?

        /// Creates the amount that a discount deducts from an invoice.
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
