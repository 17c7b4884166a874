public import MoneyKit
public import TimeKit

/// A donor's bank takes the money back and asks why it was charged.
///
/// Source: Stripe API reference, "Disputes"; documentation, "How disputes work".
public struct Dispute: ProcessorObject {
    /// Where it stands.
    public enum Status: String, Hashable, Sendable, Codable {
        case warningNeedsResponse = "warning_needs_response"
        case warningUnderReview = "warning_under_review"
        case warningClosed = "warning_closed"
        case needsResponse = "needs_response"
        case underReview = "under_review"
        case won, lost

        /// Nothing more comes.
        public var isFinal: Bool { self == .won || self == .lost || self == .warningClosed }
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "dispute"
    /// What it is, as Stripe spells it.
    public var object = Dispute.objectName
    /// `dp_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// In minor units.
    public var amount: Int64
    /// The currency of its amounts.
    public var currency: Currency
    /// Where it stands.
    public var status: Status
    /// `fraudulent`, `product_not_received`, …
    public var reason: String
    /// `ch_…`
    public var charge: String
    /// `pi_…`
    public var paymentIntent: String?
    /// What the bank took and gave back: `txn_…` of type `adjustment`.
    public var balanceTransactions: [String] = []
    /// What was said in the account's defence.
    public var evidence: String?
    /// Until when evidence counts.
    public var dueBy: Timestamp?
    /// What was attached to it.
    public var metadata: Metadata = [:]

    /// One of these fields.
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
