public import MoneyKit
public import TimeKit

/// Money that goes back to the donor.
///
/// Source: Stripe API reference, "Refunds"; documentation, "Destination charges", "Issue refunds".
public struct Refund: ProcessorObject {
    /// Where it stands.
    public enum Status: String, Hashable, Sendable, Codable {
        case pending, succeeded, failed, canceled
        case requiresAction = "requires_action"
    }

    /// Why money goes back.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        case duplicate, fraudulent
        case requestedByCustomer = "requested_by_customer"
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "refund"
    /// What it is, as Stripe spells it.
    public var object = Refund.objectName
    /// `re_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// In minor units.
    public var amount: Int64
    /// The currency of its amounts.
    public var currency: Currency
    /// Where it stands.
    public var status: Status
    /// `ch_…`
    public var charge: String
    /// `pi_…`
    public var paymentIntent: String?
    /// `txn_…`; nil until it is booked.
    public var balanceTransaction: String?
    /// `trr_…`, when the transfer was reversed with it.
    public var transferReversal: String?
    /// `trr_…`, of a refund that a connected account sees as its own: the reversal that made it. Such a refund is `pyr_…`,
    /// and its charge is the payment that the account had received.
    public var sourceTransferReversal: String?
    /// What that took back from the connected account, in minor units: less than `amount` where the transfer had
    /// been reversed before. (Stripe tells it in the reversal, which a request may expand.)
    public var reversedAmount: Int64 = 0
    /// Why.
    public var reason: Reason?
    /// Why it failed.
    public var failureReason: String?
    /// What was attached to it.
    public var metadata: Metadata = [:]

    /// One of these fields.
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
        /// `pi_…`
        public var paymentIntent: String
        /// In minor units; nil means all that is left.
        public var amount: Int64?
        /// Take the same share of the transfer back from the connected account. Refused with
        /// `balance_insufficient` when that account does not hold it.
        public var reverseTransfer: Bool
        /// Give the same share of the application fee back to the connected account.
        public var refundApplicationFee: Bool
        /// Why.
        public var reason: Reason?
        /// What was attached to it.
        public var metadata: Metadata

        /// One of these fields.
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
