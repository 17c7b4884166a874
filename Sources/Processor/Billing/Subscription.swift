public import MoneyKit
public import TimeKit

/// A subscription, which charges a customer at regular intervals.
///
/// A subscription that was created through Stripe's API can have more than one price. In that case, ``price``
/// is the price of the first item, and ``items`` contains all items.
///
/// Source: Stripe API reference, "Subscriptions"; documentation, "How subscriptions work", "Setting the
/// subscription billing cycle date".
public struct Subscription: ProcessorObject {
    /// The status of a subscription.
    public enum Status: String, Sendable, Codable {
        case incomplete, trialing, active, canceled, unpaid, paused
        case incompleteExpired = "incomplete_expired"
        case pastDue = "past_due"

        /// Whether the subscription has ended and therefore creates no more invoices.
        public var isFinal: Bool { self == .canceled || self == .incompleteExpired }
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "subscription"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Subscription.objectName
    /// The id, `sub_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The id of the customer, `cus_…`.
    public var customer: String
    /// The current status.
    public var status: Status
    /// The price of the first item.
    public var price: Price
    /// The quantity of the first item.
    public var quantity: Int64 = 1
    /// All items, including the item that ``price`` and ``quantity`` describe. Nil means that there is only
    /// this item.
    public var items: [Item]?
    /// The reference time from which the start of each full billing period is computed.
    public var billingCycleAnchor: Timestamp
    /// The configuration from which the billing cycle anchor was computed.
    ///
    /// Nil if a request set the anchor to a time, or if the anchor is the start of the subscription or the
    /// end of its trial.
    public var anchorConfig: BillingAnchor?
    /// Whether the partial period before the first full billing period is free. If false or nil, the customer
    /// pays for the partial period in proportion to its length.
    public var isPartialPeriodFree: Bool?
    /// The start of the current billing period.
    public var currentPeriodStart: Timestamp
    /// The end of the current billing period. If the subscription continues, the next period starts at this
    /// time.
    public var currentPeriodEnd: Timestamp
    /// The end of the trial, or nil if the subscription has no trial.
    public var trialEnd: Timestamp?
    /// The start of the trial, or nil.
    public var trialStart: Timestamp?
    /// The action at the end of the trial if there is no payment method: `create_invoice`, `cancel` or
    /// `pause`.
    ///
    /// Nil means `create_invoice`.
    public var withoutMethod: String?
    /// Whether the subscription will be canceled at the end of the current billing period.
    public var cancelAtPeriodEnd = false
    /// The time at which the subscription will end, or nil if no end is scheduled.
    public var cancelAt: Timestamp?
    /// The reason that the subscription was canceled, `cancellation_requested` or `payment_failed`, or nil.
    public var cancellationReason: String?
    /// The customer's comment on the cancellation.
    public var cancellationComment: String?
    /// The customer's reason for the cancellation, such as `too_expensive`.
    public var cancellationFeedback: String?
    /// The id of the setup intent, `seti_…`, that lets the customer provide or authenticate a payment
    /// method while no payment is due. Nil if no setup intent is needed.
    public var pendingSetupIntent: String?
    /// The id of the schedule that manages the subscription, `sub_sched_…`, or nil.
    public var schedule: String?
    /// The ids of the discounts on the subscription's invoices, `di_…`. Nil for no discounts.
    public var discounts: [String]?
    /// Whether the payment method of the first successful payment becomes the subscription's default. Nil
    /// means false.
    public var savesMethod: Bool?
    /// The id of the Checkout session that created the subscription, `cs_test_…`, or nil.
    public var checkoutSession: String?
    /// The time at which the subscription was canceled or its cancellation was scheduled, or nil.
    public var canceledAt: Timestamp?
    /// The time at which the subscription ended, or nil.
    public var endedAt: Timestamp?
    /// The current pause in payment collection. Nil if collection is not paused.
    public var pausedUntil: PausedCollection?
    /// The number of days within which the customer must pay an invoice that the processor has sent. Nil if
    /// invoices are charged automatically.
    public var daysUntilDue: Int64?
    /// The id of the payment method for this subscription's invoices. If nil, the customer's default payment
    /// method is used.
    public var defaultPaymentMethod: String?
    /// The id of the latest invoice, `in_…`.
    public var latestInvoice: String?
    /// The id of the connected account that receives the money.
    public var destination: String?
    /// The id of the connected account on whose behalf the subscription's charges are made.
    public var onBehalfOf: String?
    /// The ids of the default tax rates, `txr_…`. They apply to items that do not specify tax rates.
    public var defaultTaxRates: [String]?
    /// The application fee in hundredths of a percent, or nil if no fee is charged. Stripe's field
    /// `application_fee_percent` contains the same fee as a percentage.
    public var applicationFeeBasisPoints: Int64?
    /// A human-readable description.
    public var description: String?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]
    /// Whether the subscription exists in live mode rather than test mode. Always false in this package.
    public var livemode = false

    /// A pause in the payment collection of a subscription.
    public struct PausedCollection: Hashable, Sendable, Codable {
        /// The time when the processor resumes collection. If nil, collection resumes only when a request
        /// ends the pause.
        public var resumesAt: Timestamp?
        /// The handling of invoices during the pause: `void`, `keep_as_draft` or `mark_uncollectible`. Nil
        /// means `void`.
        public var behavior: String?

        /// Creates a pause in payment collection.
        public init(resumesAt: Timestamp?, behavior: String? = nil) {
            self.resumesAt = resumesAt
            self.behavior = behavior
        }
    }

    /// A subscription item: a price with a quantity.
    public struct Item: Hashable, Sendable, Codable {
        /// The id, `si_…`.
        public var id: String
        /// The time at which the object was created, with a precision of one second.
        public var created: Timestamp
        /// The price of the item.
        public var price: Price
        /// The number of units that are billed.
        public var quantity: Int64
        /// The metadata that the API client attached to the object.
        public var metadata: Metadata
        /// The ids of the tax rates, `txr_…`. If nil, the default rates of the subscription apply.
        public var taxRates: [String]?

        /// Creates an item of a subscription.
        public init(
            id: String, created: Timestamp, price: Price, quantity: Int64, metadata: Metadata = [:]
        ) {
            self.id = id
            self.created = created
            self.price = price
            self.quantity = quantity
            self.metadata = metadata
        }
    }

    /// Creates a subscription.
    public init(
        id: String, created: Timestamp, customer: String, status: Status, price: Price,
        billingCycleAnchor: Timestamp, currentPeriodStart: Timestamp, currentPeriodEnd: Timestamp
    ) {
        self.id = id
        self.created = created
        self.customer = customer
        self.status = status
        self.price = price
        self.billingCycleAnchor = billingCycleAnchor
        self.currentPeriodStart = currentPeriodStart
        self.currentPeriodEnd = currentPeriodEnd
    }
}

extension Subscription {
    /// The parameters for creating a subscription.
    public struct Create: Hashable, Sendable, Codable {
        /// The id of the customer, `cus_…`.
        public var customer: String
        /// The id of the price, `price_…`.
        public var price: String
        /// The id of the payment method that pays the invoices. If nil, the customer's default payment method
        /// is used.
        public var defaultPaymentMethod: String?
        /// The end of the trial, or nil for no trial. The price is not charged before this time.
        ///
        /// If ``anchor`` is nil, the end of the trial is also the billing cycle anchor.
        public var trialEnd: Timestamp?
        /// The day and time at which full billing periods start. The customer does not pay for the time
        /// before the first full period.
        public var anchor: BillingAnchor?
        /// An amount that is charged once, on the first invoice. If nil, nothing is added to the first
        /// invoice.
        public var addedAmount: AddedAmount?
        /// The id of the promotion code to redeem, `promo_…`, or nil.
        public var promotionCode: String?
        /// Whether the payer is present and can respond to the bank's challenge. Nil means false.
        public var isOnSession: Bool?
        /// The id of the connected account that receives the money.
        public var destination: String?
        /// The id of the connected account on whose behalf the charge is made.
        public var onBehalfOf: String?
        /// The application fee in hundredths of a percent, from 0 to 10,000.
        public var applicationFeeBasisPoints: Int64?
        /// Whether the request fails with status 402 if the first charge fails (`error_if_incomplete`).
        ///
        /// If true, no subscription is created in that case. If false, the subscription is created with the
        /// status `incomplete`.
        public var errorIfIncomplete: Bool
        /// A human-readable description.
        public var description: String?
        /// The metadata to attach to the object.
        public var metadata: Metadata

        /// Creates the parameters for a subscription.
        public init(
            customer: String, price: String, defaultPaymentMethod: String? = nil, trialEnd: Timestamp? = nil,
            anchor: BillingAnchor? = nil, addedAmount: AddedAmount? = nil,
            destination: String? = nil, onBehalfOf: String? = nil, applicationFeeBasisPoints: Int64? = nil,
            errorIfIncomplete: Bool = false, description: String? = nil, metadata: Metadata = [:]
        ) {
            self.customer = customer
            self.price = price
            self.defaultPaymentMethod = defaultPaymentMethod
            self.trialEnd = trialEnd
            self.anchor = anchor
            self.addedAmount = addedAmount
            self.destination = destination
            self.onBehalfOf = onBehalfOf
            self.applicationFeeBasisPoints = applicationFeeBasisPoints
            self.errorIfIncomplete = errorIfIncomplete
            self.description = description
            self.metadata = metadata
        }
    }

    /// A one-time amount for a product. The amount is charged on the first invoice.
    ///
    /// Source: Stripe API reference, "Create a subscription", `add_invoice_items`.
    public struct AddedAmount: Hashable, Sendable, Codable {
        /// The id of the product, `prod_…`.
        public var product: String
        /// The amount in minor units.
        public var amount: Int64
        /// The currency of the amount.
        public var currency: Currency

        /// Creates a one-time amount.
        public init(product: String, amount: Int64, currency: Currency) {
            self.product = product
            self.amount = amount
            self.currency = currency
        }
    }

    /// The parameters for changing a subscription. A nil parameter leaves the subscription's value unchanged.
    ///
    /// A new price takes effect with the next invoice, unless ``invoicesDifference`` is true.
    public struct Update: Hashable, Sendable, Codable {
        /// The id of the new price, `price_…`, or nil to keep the current price.
        public var price: String?
        /// Whether the new price takes effect immediately. Nil means false.
        ///
        /// If true, the unused time at the old price is credited, and the customer is charged the difference
        /// immediately. If this charge fails, the subscription remains unchanged.
        ///
        /// Source: Stripe documentation, "Prorations", `always_invoice`; `payment_behavior`,
        /// `error_if_incomplete`.
        public var invoicesDifference: Bool?
        /// The id of the payment method that pays the invoices from now on.
        public var defaultPaymentMethod: String?
        /// The new end of the trial. The price is not charged before this time. The new end also becomes the
        /// billing cycle anchor, even if the subscription has a ``BillingAnchor``.
        public var trialEnd: Timestamp?
        /// The application fee in hundredths of a percent, from 0 to 10,000.
        public var applicationFeeBasisPoints: Int64?
        /// Whether to cancel the subscription at the end of the current billing period. Nil leaves the
        /// setting unchanged.
        public var cancelAtPeriodEnd: Bool?
        /// The request to pause or resume payment collection. Nil leaves payment collection unchanged.
        public var pause: Pause?
        /// The metadata to merge with the existing metadata.
        public var metadata: Metadata?

        /// A request to pause or resume payment collection.
        public enum Pause: Hashable, Sendable, Codable {
            /// Payment collection is paused until the given time. If the time is nil, collection remains
            /// paused until a request ends the pause.
            case paused(until: Timestamp?)
            case resumed
        }

        /// Creates the parameters for changing a subscription.
        public init(
            price: String? = nil, invoicesDifference: Bool? = nil, defaultPaymentMethod: String? = nil,
            trialEnd: Timestamp? = nil, applicationFeeBasisPoints: Int64? = nil,
            cancelAtPeriodEnd: Bool? = nil, pause: Pause? = nil, metadata: Metadata? = nil
        ) {
            self.price = price
            self.invoicesDifference = invoicesDifference
            self.defaultPaymentMethod = defaultPaymentMethod
            self.trialEnd = trialEnd
            self.applicationFeeBasisPoints = applicationFeeBasisPoints
            self.cancelAtPeriodEnd = cancelAtPeriodEnd
            self.pause = pause
            self.metadata = metadata
        }
    }
}

/// The day and time, in UTC, at which a subscription's billing periods start. In a month without this day,
/// the period starts on the last day of the month.
///
/// A billing anchor can be used only with a monthly or yearly price.
///
/// Source: Stripe API reference, "Create a subscription", `billing_cycle_anchor_config`.
public struct BillingAnchor: Hashable, Sendable, Codable {
    /// The day of the month, from 1 to 31.
    public var dayOfMonth: Int
    /// The month, from 1 to 12. Nil for a price that is charged monthly.
    public var month: Int?
    /// The hour, from 0 to 23. Nil means the hour of the subscription's creation.
    public var hour: Int?
    /// The minute, from 0 to 59. Nil means the minute of the subscription's creation.
    public var minute: Int?
    /// The second, from 0 to 59. Nil means the second of the subscription's creation.
    public var second: Int?

    /// Creates a billing anchor.
    public init(
        dayOfMonth: Int, month: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil
    ) {
        self.dayOfMonth = dayOfMonth
        self.month = month
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}
