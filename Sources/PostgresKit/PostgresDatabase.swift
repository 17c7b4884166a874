public import DatabaseKit

/// A PostgreSQL database that any number of processes can use simultaneously.
///
/// Transactions run on a limited number of connections. Each connection has a thread, because libpq and the
/// closures of transactions block. Callers wait for a connection in a queue.
public final class PostgresDatabase: Sendable {
    /// The hosts and the name of the database, such as `a,b/church`.
    public var name: String { settings.name }
    let settings: PostgresSettings
    private let pool: ConnectionPool
    let random: @Sendable () -> Double

    private init(_ settings: PostgresSettings, random: @escaping @Sendable () -> Double) {
        self.settings = settings
        self.random = random
        pool = ConnectionPool(settings, firstSlot: Transaction.slot(at: random()))
    }

    deinit { pool.close() }

    /// Connects to a database, checks it, and applies all missing migrations, in order.
    ///
    /// Several processes can call this function simultaneously. One of them runs the migrations, and the
    /// others wait.
    ///
    /// - Parameters:
    ///   - settings: The address and limits.
    ///   - migrations: The migrations of all modules that use the database. All missing migrations run in one
    ///     transaction.
    ///   - random: Returns a random number in `0..<1`, which determines the pauses before reruns, and the slots
    ///     in which the connections change counters.
    /// - Throws: ``PostgresError``, for example with code `newer` if the database has a migration that is not
    ///   in `migrations`, or `notOurs` if the database belongs to another program.
    public static func open(
        _ settings: PostgresSettings, migrations: [PostgresMigration] = [],
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) async throws -> PostgresDatabase {
        let database = PostgresDatabase(settings, random: random)
        let plan = PostgresMigrationPlan(migrations, at: settings.name)
        try await database.submit(isCancellable: false) { slot in
            try plan.run(on: slot.open())
        }
        return database
    }

    /// Runs a transaction. If `work` returns, the transaction is committed. If `work` throws an error, the
    /// transaction is rolled back.
    ///
    /// A transaction that conflicts with another transaction runs again, so `work` can be called several
    /// times. Apart from its statements, `work` must therefore have no side effects.
    ///
    /// If the task is canceled before a run of the transaction starts, a transaction that only reads fails
    /// with `CancellationError`. All other transactions are executed even if the task is canceled.
    ///
    /// - Parameters:
    ///   - kind: The kind of transaction.
    ///   - shared: The name of the data that the transaction shares with others, or nil. Transactions with
    ///     the same name run one at a time. The queue ensures this within the process, and an advisory lock
    ///     across processes.
    ///   - work: Runs the statements of the transaction. It is called on a thread of the pool, and is allowed
    ///     to block.
    /// - Throws: An error that `work` throws, or ``PostgresError``. If the code is `unknown`, the transaction
    ///   may have been committed. For all other codes, it was not committed.
    package func transaction<Value: Sendable>(
        _ kind: PostgresTransactionKind, sharing shared: String? = nil,
        _ work: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let isReading = kind == .reading
        let isCancelled = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await submit(isCancellable: isReading, sharing: shared) { [random] slot in
                try slot.transaction(
                    kind, sharing: shared, random: random, isCancelled: { isReading && isCancelled.isSet },
                    work)
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// Returns a version that changes with each commit by any program. If two calls return the same version,
    /// nothing was committed between them.
    ///
    /// Source: PostgreSQL manual, 9.27.8, `pg_current_snapshot`.
    public func version() async throws -> DatabaseVersion? {
        try await translatingErrors {
            try await transaction(.reading) { connection in
                let rows = try connection.rows("SELECT pg_current_snapshot()::text")
                return rows.text(row: 0, column: 0).map(DatabaseVersion.init)
            }
        }
    }

    /// Refuses new transactions. Returns after all queued transactions have ended.
    public func close() async {
        pool.close()
        await pool.closed()
    }

    private func submit<Value: Sendable>(
        isCancellable: Bool, sharing shared: String? = nil,
        _ work: @escaping @Sendable (ConnectionSlot) throws -> Value
    ) async throws -> Value {
        let id = pool.newID()
        return try await withTaskCancellationHandler {
            // A task that was canceled earlier has called the handler, which then found no job.
            if isCancellable { try Task.checkCancellation() }
            return try await withCheckedThrowingContinuation { caller in
                pool.add(
                    ConnectionPool.Job(
                        id: id, shared: shared,
                        run: { slot in caller.resume(with: Result { try work(slot) }) },
                        fail: { caller.resume(throwing: $0) }))
            }
        } onCancel: {
            if isCancellable { pool.cancel(id) }
        }
    }
}
