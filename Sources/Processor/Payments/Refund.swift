public import MoneyKit
public import TimeKit

/// A refund, which returns all or part of a charge to the payer.
///
/// Source: Stripe API reference, "Refunds"; documentation, "Destination charges", "Issue refunds".
public struct Refund: ProcessorObject {
    /// The status of a refund.
    public enum Status: String, Sendable, Codable {
        case pending, succeeded, failed, canceled
        case requiresAction = "requires_action"
    }

    /// The reason for a refund.
    public enum Reason: String, Sendable, Codable, CaseIterable {
        case duplicate, fraudulent
        case requestedByCustomer = "requested_by_customer"
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "refund"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Refund.objectName
    /// The id, `re_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The amount in minor units.
    public var amount: Int64
    /// The currency of the refund.
    public var currency: Currency
    /// The current status.
    public var status: Status
    /// The id of the charge, `ch_…`.
    public var charge: String
    /// The id of the payment intent, `pi_…`.
    public var paymentIntent: String?
    /// The id of the balance transaction, `txn_…`. Nil until the money is booked.
    public var balanceTransaction: String?
    /// The id of the transfer reversal that was created with the refund, `trr_…`. Nil if the transfer was not
    /// reversed.
    public var transferReversal: String?
    /// The id of the transfer reversal that caused the refund, `trr_…`, or nil.
    ///
    /// If this id is not nil, the refund belongs to a connected account, and the refund's id starts with
    /// `pyr_`.
    public var sourceTransferReversal: String?
    /// The amount that the connected account returned to the platform, in minor units.
    ///
    /// In Stripe's API, this is the amount of the transfer reversal.
    public var reversedAmount: Int64 = 0
    /// The reason for the refund. Nil if the request did not state a reason.
    public var reason: Reason?
    /// The reason that the refund failed. Nil if the refund did not fail.
    public var failureReason: String?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]

    /// Creates a refund.
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

    /// The parameters for creating a refund.
    public struct Create: Hashable, Sendable, Codable {
        /// The id of the payment intent, `pi_…`.
        public var paymentIntent: String
        /// The amount in minor units. If nil, the whole remaining amount is refunded.
        public var amount: Int64?
        /// Whether to reverse the transfer to the connected account in proportion to the refund.
        ///
        /// If the connected account's balance is too low, the request fails with `balance_insufficient`.
        public var reverseTransfer: Bool
        /// Whether to return the application fee to the connected account in proportion to the refund.
        public var refundApplicationFee: Bool
        /// The reason for the refund.
        public var reason: Reason?
        /// The metadata to attach to the object.
        public var metadata: Metadata

        /// Creates the parameters for a refund.
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
