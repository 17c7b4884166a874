public import GRDB

/// Runs transactions. Each transaction is committed as a whole or not at all.
///
/// ``DatabaseFile`` conforms to this protocol. Tests wrap it in their own types, to count transactions or to fail
/// between two of them.
///
/// A transaction must not leave its closure. A transaction must not rely on data that an earlier transaction read,
/// because other processes write to the same database.
public protocol TransactionRunner: Sendable {
    /// Runs a transaction. Commits it if `work` returns, and rolls it back if `work` throws.
    func write<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T

    /// Runs a transaction like ``write(_:)``, but ahead of the queue. Use it for short transactions that a page waits
    /// for.
    func writeAhead<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T

    /// Runs a read-only transaction. It sees one state of the database, even if other transactions write at the same
    /// time.
    func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T
}

extension DatabaseFile: TransactionRunner {}

extension TransactionRunner {
    /// Runs a transaction like ``write(_:)``, in the order of the queue.
    public func writeAhead<T: Sendable>(
        _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await write(work)
    }

    /// Calls `work` with each id of a list that is read page by page. `work` may remove ids from the list.
    ///
    /// - Parameter page: Returns at most `limit` ids that follow the given id, in order. The first call receives an
    ///   empty string.
    /// - Returns: The number of ids.
    public func forEach(
        of page: @escaping @Sendable (Transaction, _ after: String, _ limit: Int) throws -> [String],
        do work: (String) async throws -> Void
    ) async throws -> Int {
        var (last, count) = ("", 0)
        while true {
            let ids = try await read { [last] in try page($0, last, 100) }
            for id in ids { try await work(id) }
            guard let end = ids.last else { return count }
            (last, count) = (end, count + ids.count)
        }
    }
}

/// A database transaction. Everything done through it is committed as a whole or not at all.
///
/// Each module extends it with the methods for its tables, so that one transaction can store a gift, its ledger
/// postings and the number of its receipt. It is valid only within the closure that received it. That closure must
/// neither begin nor end a transaction.
public struct Transaction {
    /// The connection on which the transaction is open.
    public let database: Database
    /// Whether other callers share this transaction or wait for it. If so, defer work that no caller needs yet.
    public let isShared: Bool
    /// The objects that the transaction has changed; nil if no record is written of its changes.
    let subjects: ChangedSubjects.Box?

    init(database: Database, isShared: Bool = false, subjects: ChangedSubjects.Box? = nil) {
        self.database = database
        self.isShared = isShared
        self.subjects = subjects
    }

    /// The same transaction, with an empty list of changed objects.
    var listingSubjects: Transaction {
        Transaction(database: database, isShared: isShared, subjects: ChangedSubjects.Box())
    }
}
