public import MoneyKit
public import TimeKit

/// A transfer of money from the platform to a connected account.
///
/// Source: Stripe API reference, "Transfers".
public struct Transfer: ProcessorObject {
    /// Stripe's name of this object type.
    public static let objectName = "transfer"
    /// The value of Stripe's `object` field.
    public var object = Transfer.objectName
    /// The id, `tr_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The amount, in minor units.
    public var amount: Int64
    /// The reversed amount, in minor units.
    public var amountReversed: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The connected account that receives the money.
    public var destination: String
    /// The payment that the connected account sees, `py_…`.
    public var destinationPayment: String?
    /// The balance transaction, `txn_…`; nil until it is booked.
    public var balanceTransaction: String?
    /// The charge that provides the money, `ch_…`.
    public var sourceTransaction: String?
    /// The group that links related charges and transfers.
    public var transferGroup: String?
    /// The attached metadata.
    public var metadata: Metadata = [:]

    /// Creates a transfer.
    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, destination: String) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.destination = destination
    }

    /// A request to create a transfer.
    public struct Create: Hashable, Sendable, Codable {
        /// The amount, in minor units.
        public var amount: Int64
        /// The currency of the amounts.
        public var currency: Currency
        /// The connected account that receives the money.
        public var destination: String
        /// The charge that provides the money, `ch_…`.
        public var sourceTransaction: String?
        /// The group that links related charges and transfers.
        public var transferGroup: String?
        /// The attached metadata.
        public var metadata: Metadata

        /// Creates a request.
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

/// A reversal, which returns part or all of a transfer to the platform.
public struct TransferReversal: ProcessorObject {
    /// Stripe's name of this object type.
    public static let objectName = "transfer_reversal"
    /// The value of Stripe's `object` field.
    public var object = TransferReversal.objectName
    /// The id, `trr_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The amount, in minor units.
    public var amount: Int64
    /// The currency of the amounts.
    public var currency: Currency
    /// The transfer, `tr_…`.
    public var transfer: String
    /// The balance transaction, `txn_…`; nil until it is booked.
    public var balanceTransaction: String?
    /// The attached metadata.
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
