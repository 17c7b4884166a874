public import MoneyKit
public import TimeKit

/// A transfer of money from the platform to a connected account.
///
/// Source: Stripe API reference, "Transfers".
public struct Transfer: ProcessorObject {
    /// The name of this object type in Stripe's API.
    public static let objectName = "transfer"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Transfer.objectName
    /// The id, `tr_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The amount in minor units.
    public var amount: Int64
    /// The amount reversed so far, in minor units.
    public var amountReversed: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The id of the connected account that receives the money.
    public var destination: String
    /// The id of the payment that the connected account received, `py_…`. Nil until the money is booked.
    public var destinationPayment: String?
    /// The id of the balance transaction, `txn_…`. Nil until the money is booked.
    public var balanceTransaction: String?
    /// The id of the charge that provides the money, `ch_…`. Nil if the money comes from the platform's
    /// balance.
    public var sourceTransaction: String?
    /// The name of a group of related charges and transfers, or nil.
    public var transferGroup: String?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]

    /// Creates a transfer.
    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, destination: String) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.destination = destination
    }

    /// The parameters for creating a transfer.
    public struct Create: Hashable, Sendable, Codable {
        /// The amount in minor units.
        public var amount: Int64
        /// The currency of the amount.
        public var currency: Currency
        /// The id of the connected account that receives the money.
        public var destination: String
        /// The id of the charge that provides the money, `ch_…`. Nil if the money comes from the platform's
        /// balance.
        public var sourceTransaction: String?
        /// The name of a group of related charges and transfers, or nil.
        public var transferGroup: String?
        /// The metadata to attach to the object.
        public var metadata: Metadata

        /// Creates the parameters for a transfer.
        public init(
            amount: Int64, currency: Currency, destination: String, sourceTransaction: String? = nil,
            transferGroup: String? = nil, metadata: Metadata = [:]
        ) {
            self.amount = amount
            self.currency = currency
            self.destination = destination
            self.sourceTransaction = sourceTransaction
            self.transferGroup = transferGroup
            self.metadata = metadata
        }
    }
}

/// A reversal of a transfer, which returns all or part of the money to the platform.
public struct TransferReversal: ProcessorObject {
    /// The name of this object type in Stripe's API.
    public static let objectName = "transfer_reversal"
    /// The value of the object's `object` field in Stripe's API.
    public var object = TransferReversal.objectName
    /// The id, `trr_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The amount in minor units.
    public var amount: Int64
    /// The currency of the amount.
    public var currency: Currency
    /// The id of the transfer, `tr_…`.
    public var transfer: String
    /// The id of the balance transaction, `txn_…`. Nil until the money is booked.
    public var balanceTransaction: String?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]

    /// Creates a transfer reversal.
    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, transfer: String) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.transfer = transfer
    }
}
