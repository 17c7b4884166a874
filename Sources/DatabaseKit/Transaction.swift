public import GRDB

/// A database transaction. Everything done through it is committed as a whole or not at all.
///
/// Each target extends it with the methods for its own tables, so that one transaction can hold a gift, its ledger
/// postings and its receipt's number. It is valid only within the closure that received it, which must neither begin nor
/// end a transaction.
public struct Transaction {
    /// The connection on which the transaction is open.
    public let database: Database
    /// Whether other callers share this transaction or wait for it. If so, defer work that no caller needs yet.
    public let isShared: Bool

    init(database: Database, isShared: Bool = false) {
        self.database = database
        self.isShared = isShared
    }
}
