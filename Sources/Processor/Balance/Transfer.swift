public import MoneyKit
public import TimeKit

/// Money that goes from the platform to a connected account.
///
/// Source: Stripe API reference, "Transfers".
public struct Transfer: ProcessorObject {
    /// What it is, as Stripe spells it.
    public static let objectName = "transfer"
    /// What it is, as Stripe spells it.
    public var object = Transfer.objectName
    /// `tr_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// In minor units.
    public var amount: Int64
    /// What was taken back, in minor units.
    public var amountReversed: Int64 = 0
    /// The currency of its amounts.
    public var currency: Currency
    /// The connected account that gets the money.
    public var destination: String
    /// `py_…`: how the connected account sees it.
    public var destinationPayment: String?
    /// `txn_…`; nil until it is booked.
    public var balanceTransaction: String?
    /// `ch_…` whose money it is.
    public var sourceTransaction: String?
    /// Binds charges and transfers together.
    public var transferGroup: String?
    /// What was attached to it.
    public var metadata: Metadata = [:]

    /// One of these fields.
    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, destination: String) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.destination = destination
    }

    /// What is asked for when one is made.
    public struct Create: Hashable, Sendable, Codable {
        /// In minor units.
        public var amount: Int64
        /// The currency of its amounts.
        public var currency: Currency
        /// The connected account that gets the money.
        public var destination: String
        /// `ch_…` whose money it is.
        public var sourceTransaction: String?
        /// Binds charges and transfers together.
        public var transferGroup: String?
        /// What was attached to it.
        public var metadata: Metadata

        /// One of these fields.
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

/// Money that comes back from a connected account, at most what was transferred.
public struct TransferReversal: ProcessorObject {
    /// What it is, as Stripe spells it.
    public static let objectName = "transfer_reversal"
    /// What it is, as Stripe spells it.
    public var object = TransferReversal.objectName
    /// `trr_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// In minor units.
    public var amount: Int64
    /// The currency of its amounts.
    public var currency: Currency
    /// `tr_…`
    public var transfer: String
    /// `txn_…`; nil until it is booked.
    public var balanceTransaction: String?
    /// What was attached to it.
    public var metadata: Metadata = [:]

    /// One of these fields.
    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, transfer: String) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.transfer = transfer
    }
}
