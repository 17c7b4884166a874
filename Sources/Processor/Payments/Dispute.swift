public import MoneyKit
public import TimeKit

/// A dispute about a charge, opened by the payer's bank. In response, the account can submit evidence that
/// the charge was valid.
///
/// Source: Stripe API reference, "Disputes"; documentation, "How disputes work".
public struct Dispute: ProcessorObject {
    /// The status of a dispute.
    public enum Status: String, Sendable, Codable {
        case warningNeedsResponse = "warning_needs_response"
        case warningUnderReview = "warning_under_review"
        case warningClosed = "warning_closed"
        case needsResponse = "needs_response"
        case underReview = "under_review"
        case won, lost

        /// Whether the dispute is closed. The status of a closed dispute no longer changes.
        public var isFinal: Bool { self == .won || self == .lost || self == .warningClosed }
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "dispute"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Dispute.objectName
    /// The id, `dp_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The amount in minor units.
    public var amount: Int64
    /// The currency of the amount.
    public var currency: Currency
    /// The current status.
    public var status: Status
    /// The bank's reason for the dispute, such as `fraudulent` or `product_not_received`.
    public var reason: String
    /// The id of the charge, `ch_…`.
    public var charge: String
    /// The id of the payment intent, `pi_…`.
    public var paymentIntent: String?
    /// The ids of the balance transactions, `txn_…`, for the amounts that the bank withdrew or returned.
    /// Their type is `adjustment`.
    public var balanceTransactions: [String] = []
    /// The evidence that the account submitted, or nil.
    public var evidence: String?
    /// The time by which evidence must be submitted, or nil.
    public var dueBy: Timestamp?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]

    /// Creates a dispute.
    public init(
        id: String, created: Timestamp, amount: Int64, currency: Currency, status: Status, reason: String,
        charge: String
    ) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.status = status
        self.reason = reason
        self.charge = charge
    }
}
