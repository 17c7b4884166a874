public import MoneyKit
public import TimeKit

/// A price that is charged again and again.
///
/// Its first price stands in ``price``; over the API it may have several, in ``items``.
///
/// Source: Stripe API reference, "Subscriptions"; documentation, "How subscriptions work", "Setting the subscription
/// billing cycle date".
public struct Subscription: ProcessorObject {
    /// Where it stands.
    public enum Status: String, Hashable, Sendable, Codable {
        case incomplete, trialing, active, canceled, unpaid, paused
        case incompleteExpired = "incomplete_expired"
        case pastDue = "past_due"

        /// No invoice comes any more.
        public var isFinal: Bool { self == .canceled || self == .incompleteExpired }
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "subscription"
    /// What it is, as Stripe spells it.
    public var object = Subscription.objectName
    /// `sub_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// `cus_…`
    public var customer: String
    /// Where it stands.
    public var status: Status
    /// `price_…`
    public var price: Price
    /// How many of the price.
    public var quantity: Int64 = 1
    /// All its items, the first of which has ``price`` and ``quantity``; nil where there is one alone.
    public var items: [Item]?
    /// The day from which every period is counted.
    public var billingCycleAnchor: Timestamp
    /// The configuration from which the anchor was computed. Nil if the anchor was given as a time, or follows from the
    /// start or a trial.
    public var anchorConfig: BillingAnchor?
    /// True if the time between a trial and the first full period is free. If nil, it is charged proportionally.
    public var isPartialPeriodFree: Bool?
    /// When the running period began.
    public var currentPeriodStart: Timestamp
    /// When the next invoice is made.
    public var currentPeriodEnd: Timestamp
    /// Until when nothing is charged.
    public var trialEnd: Timestamp?
    /// When its trial began.
    public var trialStart: Timestamp?
    /// What is done at the trial's end without a method: `create_invoice`, `cancel` or `pause`; nil: `create_invoice`.
    public var withoutMethod: String?
    /// Ends with the running period.
    public var cancelAtPeriodEnd = false
    /// Ends in this second.
    public var cancelAt: Timestamp?
    /// Why it ended: `cancellation_requested`, `payment_failed`.
    public var cancellationReason: String?
    /// `di_…`: what is taken off its invoices.
    public var discounts: [String]?
    /// Keeps the first method that pays it as its own.
    public var savesMethod: Bool?
    /// `cs_test_…`: the Checkout page that began it.
    public var checkoutSession: String?
    /// When somebody ended it.
    public var canceledAt: Timestamp?
    /// When it ended.
    public var endedAt: Timestamp?
    /// While paused: invoices are voided; nil otherwise.
    public var pausedUntil: PausedCollection?
    /// How many days the customer has for an invoice that is sent; nil where invoices are charged.
    public var daysUntilDue: Int64?
    /// The method of this subscription, before the customer's.
    public var defaultPaymentMethod: String?
    /// `in_…`
    public var latestInvoice: String?
    /// The connected account that gets the money.
    public var destination: String?
    /// The connected account that it is done for.
    public var onBehalfOf: String?
    /// Hundredths of a percent (basis points): Stripe's `application_fee_percent` has two decimals.
    public var applicationFeeBasisPoints: Int64?
    /// For people who look at it later.
    public var description: String?
    /// What was attached to it.
    public var metadata: Metadata = [:]
    /// Real money; never true here.
    public var livemode = false

    /// Collection is paused.
    public struct PausedCollection: Hashable, Sendable, Codable {
        /// When it goes on by itself; nil: when somebody says so.
        public var resumesAt: Timestamp?
        /// What becomes of its invoices: `void`, `keep_as_draft` or `mark_uncollectible`; nil: `void`.
        public var behavior: String?

        /// One of these fields.
        public init(resumesAt: Timestamp?, behavior: String? = nil) {
            self.resumesAt = resumesAt
            self.behavior = behavior
        }
    }

    /// A price of it.
    public struct Item: Hashable, Sendable, Codable {
        /// `si_…`
        public var id: String
        /// The second in which it was made.
        public var created: Timestamp
        /// What is charged.
        public var price: Price
        /// How many of the price.
        public var quantity: Int64
        /// What was attached to it.
        public var metadata: Metadata

        /// One of these fields.
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

    /// One of these fields.
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
        /// True if the customer is present and can answer their bank; nil counts as false.
        public var isOnSession: Bool?
        /// The connected account that receives the money.
        public var destination: String?
        /// The connected account on whose behalf the charge is made.
        public var onBehalfOf: String?
        /// The application fee in hundredths of a percent, 0...10,000.
        public var applicationFeeBasisPoints: Int64?
        /// True to create no subscription and respond with status 402 if the first charge fails
        /// (`error_if_incomplete`). Otherwise the subscription is then `incomplete`.
        public var errorIfIncomplete: Bool
        /// A description for people.
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
        /// True if the new price applies at once: the unused time of the old price is credited, and the
        /// difference is charged now. Nothing changes if that charge fails. Nil counts as false.
        ///
        /// Source: Stripe documentation, "Prorations", `always_invoice`; `payment_behavior`,
        /// `error_if_incomplete`.
        public var invoicesDifference: Bool?
        /// The payment method that is charged.
        public var defaultPaymentMethod: String?
        /// The new billing anchor. Nothing is charged before it. It replaces a ``BillingAnchor``.
        public var trialEnd: Timestamp?
        /// The application fee in hundredths of a percent, 0...10,000.
        public var applicationFeeBasisPoints: Int64?
        /// True to end the subscription with the current period.
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
