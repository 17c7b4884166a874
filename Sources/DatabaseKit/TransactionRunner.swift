package import GRDB

/// A type that runs transactions. Each transaction is either committed completely or not at all.
///
/// ``DatabaseFile`` and `PostgresDatabase` conform to this protocol. Tests wrap ``DatabaseFile`` in types
/// that count transactions or fail between two transactions.
///
/// A transaction must not be used outside of its closure. A closure must not rely on data that an earlier
/// transaction has read, because other processes write to the same database.
public protocol TransactionRunner: Sendable {
    /// Runs a transaction. If `work` returns, the transaction is committed. If `work` throws an error, the
    /// transaction is rolled back.
    func write<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T

    /// Runs a transaction as ``write(_:)`` does, but ahead of the queue. Use this for short transactions that
    /// a web page is waiting for.
    func writeAhead<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T

    /// Runs a transaction that only reads. The transaction sees a single state of the database, even if other
    /// transactions write at the same time.
    func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T

    /// Runs a transaction like ``write(_:)``, but with weaker isolation: the transaction is not repeated if
    /// another transaction reads the changed rows at the same time.
    ///
    /// The combined result of such transactions may differ from the result of running them one after another.
    /// The closure must therefore rely only on unique keys and on rows that the transaction changes. At each
    /// call, add a comment that explains why the closure meets this requirement. On SQLite, this function
    /// does the same as ``write(_:)``.
    ///
    /// - Parameter shared: A name for data that many transactions change, such as the row that numbers an
    ///   organization's receipts, or nil. Transactions with the same name run one at a time, across all
    ///   servers. Otherwise, all but one of them would fail and run again. The name has no other effect.
    func writeCounted<T: Sendable>(
        sharing shared: String?, _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T

    /// Whether servers on several machines can use the database.
    var servesSeveralNodes: Bool { get }

    /// Returns the database's current version, or nil if the version is not known.
    func version() async throws -> DatabaseVersion?
}

/// The version of a database's contents. If two versions of the same open database are equal, nothing was
/// committed between them.
public struct DatabaseVersion: Hashable, Sendable {
    private let text: String

    /// Creates a version from a string that changes with each commit.
    package init(_ text: String) { self.text = text }
}

extension DatabaseFile: TransactionRunner {}

extension TransactionRunner {
    /// Does the same as ``write(_:)``, without moving the transaction ahead of the queue. This is the default
    /// implementation.
    public func writeAhead<T: Sendable>(
        _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await write(work)
    }

    /// Does the same as ``write(_:)``. This is the default implementation.
    public func writeCounted<T: Sendable>(
        sharing shared: String?, _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await write(work)
    }

    /// Runs a transaction like ``writeCounted(sharing:_:)``, without a shared name.
    public func writeCounted<T: Sendable>(
        _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await writeCounted(sharing: nil, work)
    }

    /// Runs a transaction like ``writeCounted(_:)`` if several servers can use the database, and otherwise
    /// like ``writeAhead(_:)``.
    public func writeCountedAhead<T: Sendable>(
        _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        servesSeveralNodes ? try await writeCounted(work) : try await writeAhead(work)
    }

    /// Whether servers on several machines can use the database. False by default, as for a file on one
    /// machine.
    public var servesSeveralNodes: Bool { false }

    /// Returns nil, because the version is not known. This is the default implementation.
    public func version() async throws -> DatabaseVersion? { nil }

    /// Calls `work` for each id of a list, which is read one page at a time. `work` may remove ids from the
    /// list.
    ///
    /// - Parameter page: A closure that returns up to `limit` ids that follow the given id, in order. In the
    ///   first call, the given id is an empty string.
    /// - Returns: The number of ids for which `work` was called. If the task's ``WorkBudget`` is spent, the
    ///   remaining ids are skipped.
    public func forEach(
        of page: @escaping @Sendable (Transaction, _ after: String, _ limit: Int) throws -> [String],
        do work: (String) async throws -> Void
    ) async throws -> Int {
        var (last, count) = ("", 0)
        while true {
            let ids = try await read { [last] in try page($0, last, 100) }
            for (index, id) in ids.enumerated() {
                if WorkBudget.isSpent { return count + index }
                try await work(id)
            }
            guard let end = ids.last else { return count }
            (last, count) = (end, count + ids.count)
        }
    }
}

/// A database transaction. Either all of its changes are committed, or all are rolled back.
///
/// Each module extends this type with functions for its own tables. One transaction can therefore store a
/// gift, its ledger postings and the number of its receipt. A transaction is valid only in the closure that
/// received it. That closure must neither begin nor end a transaction.
public struct Transaction {
    /// The database engine on which the transaction is open.
    enum Connection {
        case sqlite(Database)
        case other(any StatementRunner)
    }

    let connection: Connection
    /// Whether other callers share this transaction or are waiting for it. If so, postpone work that no
    /// caller needs yet.
    public let isShared: Bool
    /// The objects that the transaction has changed, or nil if changed objects are not collected.
    let subjects: ChangedSubjects.Box?

    private init(_ connection: Connection, isShared: Bool, subjects: ChangedSubjects.Box?) {
        self.connection = connection
        self.isShared = isShared
        self.subjects = subjects
    }

    init(database: Database, isShared: Bool = false) {
        self.init(.sqlite(database), isShared: isShared, subjects: nil)
    }

    /// Creates a transaction on a database engine other than SQLite.
    ///
    /// - Parameters:
    ///   - runner: Runs the transaction's statements.
    ///   - isShared: Whether other callers share this transaction or are waiting for it.
    package init(runner: any StatementRunner, isShared: Bool = false) {
        self.init(.other(runner), isShared: isShared, subjects: nil)
    }

    /// A copy of this transaction that collects the ids of changed objects, starting with an empty list.
    package var listingSubjects: Transaction {
        Transaction(connection, isShared: isShared, subjects: ChangedSubjects.Box())
    }

    /// The slot in which this transaction changes counters and balances.
    ///
    /// In PostgreSQL, transactions that change the same row wait for each other. A value that many
    /// transactions change is therefore stored as the sum of several rows, one per slot. SQLite has one
    /// writer at a time, so only slot 0 is used there.
    package var slot: Int64 {
        switch connection {
        case .sqlite: 0
        case .other(let runner): runner.slot
        }
    }

    /// The number of slots over which changes to counters and balances are spread; see ``slot``. Nil in
    /// SQLite, which uses only slot 0.
    package var slots: Int64? {
        switch connection {
        case .sqlite: nil
        case .other: Self.usualSlots
        }
    }

    /// Whether other transactions may write at the same time. True in PostgreSQL. False in SQLite, which has
    /// one writer at a time.
    package var runsConcurrently: Bool { slots != nil }

    /// The number of slots in PostgreSQL. With this many slots, two simultaneous transactions rarely use the
    /// same one.
    package static var usualSlots: Int64 { 32 }

    /// Returns the slot in PostgreSQL for a random number in `0..<1`. All slots are equally likely.
    package static func slot(at random: Double) -> Int64 {
        min(max(Int64(random * Double(usualSlots)), 0), usualSlots - 1)
    }

    /// Whether the row numbers that the engine assigns are consecutive, apart from the numbers of deleted
    /// rows.
    ///
    /// False in PostgreSQL, which does not reuse the numbers of a transaction that was rolled back.
    package var assignsEachNumber: Bool { !runsConcurrently }

    /// The SQLite connection on which the transaction is open. If the transaction uses another database
    /// engine, the program stops.
    package var database: Database {
        switch connection {
        case .sqlite(let database): return database
        case .other: preconditionFailure("the transaction does not use SQLite")
        }
    }
}
