public import MoneyKit
public import TimeKit

/// A refund of a charge to the donor.
///
/// Source: Stripe API reference, "Refunds"; documentation, "Destination charges", "Issue refunds".
public struct Refund: ProcessorObject {
    /// The possible statuses.
    public enum Status: String, Hashable, Sendable, Codable {
        case pending, succeeded, failed, canceled
        case requiresAction = "requires_action"
    }

    /// The reason for a refund.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        case duplicate, fraudulent
        case requestedByCustomer = "requested_by_customer"
    }

    /// Stripe's name of this object type.
    public static let objectName = "refund"
    /// The value of Stripe's `object` field.
    public var object = Refund.objectName
    /// The id, `re_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The amount, in minor units.
    public var amount: Int64
    /// The currency of the amounts.
    public var currency: Currency
    /// The current status.
    public var status: Status
    /// The charge, `ch_…`.
    public var charge: String
    /// The payment intent, `pi_…`.
    public var paymentIntent: String?
    /// The balance transaction, `txn_…`; nil until it is booked.
    public var balanceTransaction: String?
    /// The reversal that was made with the refund, `trr_…`; nil if the transfer was not reversed.
    public var transferReversal: String?
    /// The reversal, `trr_…`, that caused this refund in a connected account. Such a refund has an id `pyr_…`, and
    /// its charge is the payment that the account had received.
    public var sourceTransferReversal: String?
    /// The amount taken back from the connected account, in minor units. It is less than `amount` if the transfer had
    /// already been reversed in part. In Stripe's API it is part of the reversal, which a request can expand.
    public var reversedAmount: Int64 = 0
    /// The reason for the refund.
    public var reason: Reason?
    /// The reason why the refund failed.
    public var failureReason: String?
    /// The attached metadata.
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

    /// A request to create a refund.
    public struct Create: Hashable, Sendable, Codable {
        /// The payment intent, `pi_…`.
        public var paymentIntent: String
        /// The amount, in minor units; nil refunds the rest.
        public var amount: Int64?
        /// Whether to reverse the same share of the transfer. Refused with `balance_insufficient` if the connected
        /// account does not hold the amount.
        public var reverseTransfer: Bool
        /// Whether to return the same share of the application fee to the connected account.
        public var refundApplicationFee: Bool
        /// The reason for the refund.
        public var reason: Reason?
        /// The attached metadata.
        public var metadata: Metadata

        /// Creates a request.
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
