public import MoneyKit
public import TimeKit

/// A recurring charge to a customer.
///
/// The first price is in ``price``. A subscription created over the API may have several prices, in ``items``.
///
/// Source: Stripe API reference, "Subscriptions"; documentation, "How subscriptions work", "Setting the subscription
/// billing cycle date".
public struct Subscription: ProcessorObject {
    /// The possible statuses.
    public enum Status: String, Hashable, Sendable, Codable {
        case incomplete, trialing, active, canceled, unpaid, paused
        case incompleteExpired = "incomplete_expired"
        case pastDue = "past_due"

        /// Whether no more invoices follow.
        public var isFinal: Bool { self == .canceled || self == .incompleteExpired }
    }

    /// Stripe's name of this object type.
    public static let objectName = "subscription"
    /// The value of Stripe's `object` field.
    public var object = Subscription.objectName
    /// The id, `sub_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The customer, `cus_…`.
    public var customer: String
    /// The current status.
    public var status: Status
    /// The first price.
    public var price: Price
    /// The quantity of the first price.
    public var quantity: Int64 = 1
    /// All items; the first one has ``price`` and ``quantity``. Nil for a single item.
    public var items: [Item]?
    /// The day from which every period is counted.
    public var billingCycleAnchor: Timestamp
    /// The configuration from which the anchor was computed. Nil if the anchor was given as a time, or follows from the
    /// start or a trial.
    public var anchorConfig: BillingAnchor?
    /// Whether the time between a trial and the first full period is free. If nil, it is charged proportionally.
    public var isPartialPeriodFree: Bool?
    /// The start of the current period.
    public var currentPeriodStart: Timestamp
    /// The end of the current period, when the next invoice is created.
    public var currentPeriodEnd: Timestamp
    /// The end of the trial, before which nothing is charged.
    public var trialEnd: Timestamp?
    /// The start of the trial.
    public var trialStart: Timestamp?
    /// The behavior at the end of the trial without a payment method: `create_invoice`, `cancel` or `pause`. Nil means
    /// `create_invoice`.
    public var withoutMethod: String?
    /// Whether the subscription ends with the current period.
    public var cancelAtPeriodEnd = false
    /// The time at which the subscription is going to end.
    public var cancelAt: Timestamp?
    /// The reason why the subscription ended: `cancellation_requested`, `payment_failed`.
    public var cancellationReason: String?
    /// The discounts on its invoices, `di_…`.
    public var discounts: [String]?
    /// Whether the first successful payment method becomes the subscription's default.
    public var savesMethod: Bool?
    /// The Checkout session that created the subscription, `cs_test_…`.
    public var checkoutSession: String?
    /// The time at which it was canceled.
    public var canceledAt: Timestamp?
    /// The time at which it ended.
    public var endedAt: Timestamp?
    /// The pause of collecting payments; nil if collection is not paused.
    public var pausedUntil: PausedCollection?
    /// The number of days to pay an invoice that is sent; nil if invoices are charged.
    public var daysUntilDue: Int64?
    /// The payment method of this subscription, which takes precedence over the customer's.
    public var defaultPaymentMethod: String?
    /// The latest invoice, `in_…`.
    public var latestInvoice: String?
    /// The connected account that receives the money.
    public var destination: String?
    /// The connected account on whose behalf its charges are made.
    public var onBehalfOf: String?
    /// The application fee in hundredths of a percent. Stripe's `application_fee_percent` has two decimals.
    public var applicationFeeBasisPoints: Int64?
    /// A human-readable description.
    public var description: String?
    /// The attached metadata.
    public var metadata: Metadata = [:]
    /// Whether real money moves; always false here.
    public var livemode = false

    /// A pause of a subscription's collection.
    public struct PausedCollection: Hashable, Sendable, Codable {
        /// The time at which collection resumes automatically; nil if it resumes only by request.
        public var resumesAt: Timestamp?
        /// The treatment of invoices during the pause: `void`, `keep_as_draft` or `mark_uncollectible`. Nil means
        /// `void`.
        public var behavior: String?

        /// Creates a pause.
        public init(resumesAt: Timestamp?, behavior: String? = nil) {
            self.resumesAt = resumesAt
            self.behavior = behavior
        }
    }

    /// A price of the subscription, with its quantity.
    public struct Item: Hashable, Sendable, Codable {
        /// The id, `si_…`.
        public var id: String
        /// The creation time, in whole seconds.
        public var created: Timestamp
        /// The price.
        public var price: Price
        /// The quantity.
        public var quantity: Int64
        /// The attached metadata.
        public var metadata: Metadata

        /// Creates an item.
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
    /// A request to create a subscription.
    public struct Create: Hashable, Sendable, Codable {
        /// The customer, `cus_…`.
        public var customer: String
        /// The price, `price_…`.
        public var price: String
        /// The payment method that is charged.
        public var defaultPaymentMethod: String?
        /// The end of the trial. The price is not charged before it. It is also the anchor, unless ``anchor``
        /// is set.
        public var trialEnd: Timestamp?
        /// The day on which full periods start. The time before the first full period is not charged.
        public var anchor: BillingAnchor?
        /// An amount that is charged immediately.
        public var addedAmount: AddedAmount?
        /// The promotion code that is redeemed, `promo_…`.
        public var promotionCode: String?
        /// Whether the customer is present and can respond to their bank; nil counts as false.
        public var isOnSession: Bool?
        /// The connected account that receives the money.
        public var destination: String?
        /// The connected account on whose behalf the charge is made.
        public var onBehalfOf: String?
        /// The application fee in hundredths of a percent, 0...10,000.
        public var applicationFeeBasisPoints: Int64?
        /// Whether a failed first charge creates no subscription, but a response with status 402
        /// (`error_if_incomplete`). Otherwise, the subscription is then `incomplete`.
        public var errorIfIncomplete: Bool
        /// A human-readable description.
        public var description: String?
        /// The metadata.
        public var metadata: Metadata

        /// Creates a request.
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

    /// A product that is charged once, on the first invoice.
    ///
    /// Source: Stripe API reference, "Create a subscription", `add_invoice_items`.
    public struct AddedAmount: Hashable, Sendable, Codable {
        /// The product's id, `prod_…`.
        public var product: String
        /// The amount, in minor units.
        public var amount: Int64
        /// The currency of the amount.
        public var currency: Currency

        /// Creates an added amount.
        public init(product: String, amount: Int64, currency: Currency) {
            self.product = product
            self.amount = amount
            self.currency = currency
        }
    }

    /// A request to change a subscription. Nil leaves a field as it is. A change applies from the next
    /// invoice on, unless the difference is invoiced at once.
    public struct Update: Hashable, Sendable, Codable {
        /// The price, `price_…`.
        public var price: String?
        /// Whether the new price applies immediately: the unused time of the old price is credited, and the difference
        /// is charged now. Nothing changes if that charge fails. Nil counts as false.
        ///
        /// Source: Stripe documentation, "Prorations", `always_invoice`; `payment_behavior`, `error_if_incomplete`.
        public var invoicesDifference: Bool?
        /// The payment method that is charged.
        public var defaultPaymentMethod: String?
        /// The new billing anchor. Nothing is charged before it. It replaces a ``BillingAnchor``.
        public var trialEnd: Timestamp?
        /// The application fee in hundredths of a percent, 0...10,000.
        public var applicationFeeBasisPoints: Int64?
        /// Whether the subscription ends with the current period.
        public var cancelAtPeriodEnd: Bool?
        /// Pauses or resumes the charges.
        public var pause: Pause?
        /// The metadata to merge.
        public var metadata: Metadata?

        /// A change of the pause.
        public enum Pause: Hashable, Sendable, Codable {
            /// Pauses until a time, or until the subscription is resumed.
            case paused(until: Timestamp?)
            case resumed
        }

        /// Creates a request.
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

/// The day and time in UTC at which a subscription's periods start. A month that is too short uses its last day.
///
/// An anchor requires a monthly or yearly price.
///
/// Source: Stripe API reference, "Create a subscription", `billing_cycle_anchor_config`.
public struct BillingAnchor: Hashable, Sendable, Codable {
    /// The day of the month, 1...31.
    public var dayOfMonth: Int
    /// The month, 1...12, for a yearly price or one with an interval of several months.
    public var month: Int?
    /// The hour, 0...23. Nil uses the hour at which the subscription is created.
    public var hour: Int?
    /// The minute, 0...59. Nil uses the minute at which the subscription is created.
    public var minute: Int?
    /// The second, 0...59. Nil uses the second at which the subscription is created.
    public var second: Int?

    /// Creates an anchor.
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
