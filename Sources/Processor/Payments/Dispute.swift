public import MoneyKit
public import TimeKit

/// A dispute: the donor's bank withdraws the money and asks the account to justify the charge.
///
/// Source: Stripe API reference, "Disputes"; documentation, "How disputes work".
public struct Dispute: ProcessorObject {
    /// The possible statuses.
    public enum Status: String, Hashable, Sendable, Codable {
        case warningNeedsResponse = "warning_needs_response"
        case warningUnderReview = "warning_under_review"
        case warningClosed = "warning_closed"
        case needsResponse = "needs_response"
        case underReview = "under_review"
        case won, lost

        /// Whether the status is final.
        public var isFinal: Bool { self == .won || self == .lost || self == .warningClosed }
    }

    /// Stripe's name of this object type.
    public static let objectName = "dispute"
    /// The value of Stripe's `object` field.
    public var object = Dispute.objectName
    /// The id, `dp_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The amount, in minor units.
    public var amount: Int64
    /// The currency of the amounts.
    public var currency: Currency
    /// The current status.
    public var status: Status
    /// The bank's reason: `fraudulent`, `product_not_received`, …
    public var reason: String
    /// The charge, `ch_…`.
    public var charge: String
    /// The payment intent, `pi_…`.
    public var paymentIntent: String?
    /// The withdrawals and returns by the bank: balance transactions `txn_…` of the type `adjustment`.
    public var balanceTransactions: [String] = []
    /// The evidence submitted by the account.
    public var evidence: String?
    /// The deadline for evidence.
    public var dueBy: Timestamp?
    /// The attached metadata.
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
