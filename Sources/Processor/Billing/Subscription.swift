public import TimeKit

/// A price that is charged again and again.
///
/// One item each: giving needs no more.
///
/// Source: Stripe API reference, "Subscriptions"; documentation, "How subscriptions work", "Setting the subscription
/// billing cycle date".
public struct Subscription: ProcessorNoun {
    public enum Status: String, Hashable, Sendable, Codable {
        case incomplete, trialing, active, canceled, unpaid, paused
        case incompleteExpired = "incomplete_expired"
        case pastDue = "past_due"

        /// No invoice comes any more.
        public var isFinal: Bool { self == .canceled || self == .incompleteExpired }
    }

    public static let objectName = "subscription"
    public var object = Subscription.objectName
    /// `sub_…`
    public var id: String
    public var created: Timestamp
    public var customer: String
    public var status: Status
    public var price: Price
    public var quantity: Int64 = 1
    /// The day from which every period is counted.
    public var billingCycleAnchor: Timestamp
    public var currentPeriodStart: Timestamp
    public var currentPeriodEnd: Timestamp
    public var trialEnd: Timestamp?
    public var cancelAtPeriodEnd = false
    public var canceledAt: Timestamp?
    public var endedAt: Timestamp?
    /// While paused: invoices are voided; nil otherwise.
    public var pausedUntil: PausedCollection?
    /// The method of this subscription, before the customer's.
    public var defaultPaymentMethod: String?
    public var latestInvoice: String?
    public var destination: String?
    public var onBehalfOf: String?
    /// Hundredths of a percent (basis points): Stripe's `application_fee_percent` has two decimals.
    public var applicationFeeBasisPoints: Int64?
    public var description: String?
    public var metadata: Metadata = [:]
    public var livemode = false

    /// Collection is paused.
    public struct PausedCollection: Hashable, Sendable, Codable {
        /// When it goes on by itself; nil: when somebody says so.
        public var resumesAt: Timestamp?

        public init(resumesAt: Timestamp?) { self.resumesAt = resumesAt }
    }

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
