public import TimeKit

/// A price that is charged again and again.
///
/// Its first price stands in ``price``; over the API it may have several, in ``items``.
///
/// Source: Stripe API reference, "Subscriptions"; documentation, "How subscriptions work", "Setting the subscription
/// billing cycle date".
public struct Subscription: ProcessorNoun {
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
