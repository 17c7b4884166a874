public import GRDB

/// Runs transactions: each is committed as a whole or not at all.
///
/// A ``DatabaseFile`` is one. Tests wrap it in their own, to count transactions or to fail between two of them.
///
/// A transaction must not leave its closure. Do not rely in one transaction on what was read in an earlier one: other
/// processes write to the same database.
public protocol TransactionRunner: Sendable {
    /// Runs a transaction. Commits it if `work` returns, and rolls it back if `work` throws.
    func write<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T

    /// Does the same as ``write(_:)``, but ahead of the queue. Use it for short transactions that a page waits for.
    func writeAhead<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T

    /// Runs a read-only transaction. It sees one state of the database, whatever is written meanwhile.
    func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T
}

extension DatabaseFile: TransactionRunner {}

extension TransactionRunner {
    /// Runs a transaction in its turn.
    public func writeAhead<T: Sendable>(
        _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await write(work)
    }

    /// Calls `work` with each id of a list that is read page by page. `work` may remove ids from the list.
    ///
    /// - Parameter page: Returns the ids after a given one, in order, at most `limit`. The first page follows the empty
    ///   text.
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
/// Each target extends it with the methods for its own tables, so that one transaction can hold a gift, its ledger
/// postings and its receipt's number. It is valid only within the closure that received it, which must neither begin
/// nor end a transaction.
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
