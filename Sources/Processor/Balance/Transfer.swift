public import MoneyKit
public import TimeKit

/// Money that goes from the platform to a connected account.
///
/// Source: Stripe API reference, "Transfers".
public struct Transfer: ProcessorNoun {
    public static let objectName = "transfer"
    public var object = Transfer.objectName
    /// `tr_…`
    public var id: String
    public var created: Timestamp
    /// In minor units.
    public var amount: Int64
    public var amountReversed: Int64 = 0
    public var currency: Currency
    public var destination: String
    /// `py_…`: how the connected account sees it.
    public var destinationPayment: String?
    public var balanceTransaction: String?
    /// `ch_…` whose money it is.
    public var sourceTransaction: String?
    public var transferGroup: String?
    public var metadata: Metadata = [:]

    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, destination: String) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.destination = destination
    }

    public struct Create: Hashable, Sendable, Codable {
        public var amount: Int64
        public var currency: Currency
        public var destination: String
        public var sourceTransaction: String?
        public var transferGroup: String?
        public var metadata: Metadata

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
public struct TransferReversal: ProcessorNoun {
    public static let objectName = "transfer_reversal"
    public var object = TransferReversal.objectName
    /// `trr_…`
    public var id: String
    public var created: Timestamp
    /// In minor units.
    public var amount: Int64
    public var currency: Currency
    public var transfer: String
    public var balanceTransaction: String?
    public var metadata: Metadata = [:]

    public init(id: String, created: Timestamp, amount: Int64, currency: Currency, transfer: String) {
        self.id = id
        self.created = created
        self.amount = amount
        self.currency = currency
        self.transfer = transfer
    }
}
