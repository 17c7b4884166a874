public import MoneyKit
public import TimeKit

/// Money that goes back to the donor.
///
/// Source: Stripe API reference, "Refunds"; documentation, "Destination charges", "Issue refunds".
public struct Refund: ProcessorNoun {
    public enum Status: String, Hashable, Sendable, Codable {
        case pending, succeeded, failed, canceled
        case requiresAction = "requires_action"
    }

    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        case duplicate, fraudulent
        case requestedByCustomer = "requested_by_customer"
    }

    public static let objectName = "refund"
    public var object = Refund.objectName
    /// `re_…`
    public var id: String
    public var created: Timestamp
    /// In minor units.
    public var amount: Int64
    public var currency: Currency
    public var status: Status
    public var charge: String
    public var paymentIntent: String?
    public var balanceTransaction: String?
    /// `trr_…`, when the transfer was reversed with it.
    public var transferReversal: String?
    public var reason: Reason?
    public var failureReason: String?
    public var metadata: Metadata = [:]

    public init(
        id: String, created: Timestamp, amount: Int64, currency: Currency, status: Status, charge: String
    ) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.status = status
        self.charge = charge
    }

    /// What is asked for when money goes back.
    public struct Create: Hashable, Sendable, Codable {
        public var paymentIntent: String
        /// In minor units; nil means all that is left.
        public var amount: Int64?
        /// Take the same share of the transfer back from the connected account. Refused with
        /// `balance_insufficient` when that account does not hold it.
        public var reverseTransfer: Bool
        /// Give the same share of the application fee back to the connected account.
        public var refundApplicationFee: Bool
        public var reason: Reason?
        public var metadata: Metadata

        public init(
            paymentIntent: String, amount: Int64? = nil, reverseTransfer: Bool = false,
            refundApplicationFee: Bool = false, reason: Reason? = nil, metadata: Metadata = [:]
        ) {
            self.paymentIntent = paymentIntent
            self.amount = amount
            self.reverseTransfer = reverseTransfer
            self.refundApplicationFee = refundApplicationFee
            self.reason = reason
            self.metadata = metadata
        }
    }
}
