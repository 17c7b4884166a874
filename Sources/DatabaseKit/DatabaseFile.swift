import GRDB
import Synchronization

/// A SQLite file that any number of processes may use at the same time.
///
/// When ``write(_:)`` or ``read(_:)`` returns, everything that its transaction wrote or read is on disk. No data is
/// cached between transactions.
public final class DatabaseFile: Sendable {
    /// The file's path.
    public let path: String
    /// The incomplete end of the log that was found when the file was opened, or nil if the log ended normally.
    ///
    /// A process that is killed during a write leaves such an end. Its transaction was not yet acknowledged to any
    /// caller. A damaged last frame looks the same, but its transaction may have been acknowledged.
    public let logCut: LogCut?
    let options: Options
    let pool: DatabasePool
    let identity: FileIdentity
    private let log: LogSync
    private let group: GroupCommit
    let versionReader = VersionReader()
    private let checkpointer: Checkpointer
    /// The commit hook of the writing connection. It must exist for as long as the connection.
    private let hook: CommitHook

    init(
        path: String, options: Options, pool: DatabasePool, identity: FileIdentity, log: LogSync,
        checkpointer: Checkpointer, logCut: LogCut? = nil
    ) {
        self.path = path
        self.logCut = logCut
        self.options = options
        self.pool = pool
        self.identity = identity
        self.checkpointer = checkpointer
        self.log = log
        group = GroupCommit(log: log)
        hook = CommitHook { pages, connection in
            log.wrote()
            checkpointer.committed(pages: pages, on: connection)
        }
        if !options.readOnly { pool.writeWithoutTransaction { hook.listen(to: $0) } }
    }

    /// Runs a transaction that may change the file, and returns when the transaction is committed and on disk.
    ///
    /// Calls that wait at the same time share one SQLite transaction. If a closure throws, only its own changes are
    /// rolled back. The other closures of the group run a second time, on the state before the group. If the SQLite
    /// transaction fails (full disk, file busy), all calls of the group fail with that error and nothing is changed.
    /// Closures run one after another, in the order of the calls, except those of ``writeAhead(_:)``.
    ///
    /// Canceling the task does not stop the transaction. Once it is queued, it runs, and its result is returned.
    ///
    /// - Parameter unit: The closure. It may run twice and on any thread, and blocks other writers.
    /// - Returns: The result of `unit`.
    /// - Throws: The error of `unit`; ``DatabaseFileError`` for errors of SQLite, with code `busy` if another process
    ///   locked the file for longer than ``Options/busyTimeout``.
    public func write<T: Sendable>(_ unit: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await write(.inOrder, unit)
    }

    /// Runs a transaction like ``write(_:)``, but ahead of the queue. Use it for short transactions that a page waits
    /// for. One position in eight of each group stays reserved for other calls.
    public func writeAhead<T: Sendable>(
        _ unit: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await write(.first, unit)
    }

    /// Queues a transaction and returns immediately. It runs when the queue is otherwise empty, or at the latest before
    /// the file is closed. If it throws, it is rolled back and the error is discarded.
    public func writeWhenIdle(_ unit: @escaping @Sendable (Transaction) throws -> Void) {
        guard !options.readOnly else { return }
        handIn(
            GroupCommit.Unit(
                run: { database in
                    try unit(database)
                    return {}
                }, fail: { _ in }), .whenIdle)
    }

    private func write<T: Sendable>(
        _ turn: GroupCommit.Turn, _ unit: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        guard !options.readOnly else { throw openedReadOnly }
        let record = ChangeRecord.current
        do {
            return try await withCheckedThrowingContinuation { caller in
                handIn(
                    GroupCommit.Unit(
                        run: { database in
                            guard let record else {
                                let value = try unit(database)
                                return { caller.resume(returning: value) }
                            }
                            let transaction = database.listingSubjects
                            let value = try unit(transaction)
                            let effect = try record.join(transaction)
                            return {
                                record.committed(effect)
                                caller.resume(returning: value)
                            }
                        },
                        fail: { caller.resume(throwing: $0) }), turn)
            }
        } catch {
            throw DatabaseFileError.translated(error, at: path)
        }
    }

    /// Runs a transaction that only reads, on the state that the file has when the transaction starts.
    ///
    /// Several such transactions can run at the same time as one writer. Canceling the task interrupts a running
    /// statement.
    ///
    /// - Returns: The result of `unit`.
    /// - Throws: The error of `unit`; ``DatabaseFileError`` for errors of SQLite; `CancellationError`.
    public func read<T: Sendable>(_ unit: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        do {
            try identity.check(at: path)
            let answer: Result<T, any Error>
            do {
                answer = .success(try await pool.read { try unit(Transaction(database: $0)) })
            } catch {
                // An error is a result, too: it may depend on a commit that is not on disk yet.
                answer = .failure(error)
            }
            try await log.settled()
            return try answer.get()
        } catch let error as GRDB.DatabaseError
            where error.resultCode == .SQLITE_INTERRUPT && Task.isCancelled
        {
            throw CancellationError()
        } catch {
            throw DatabaseFileError.translated(error, at: path)
        }
    }

    /// The number of SQLite transactions that this instance has committed since it was opened.
    public var commits: Int { group.commits }

    /// Runs the queued transactions, and then closes the file.
    ///
    /// - Throws: ``DatabaseFileError``. The file is then still open.
    public func close() throws(DatabaseFileError) {
        group.close()
        do {
            try versionReader.close()
            try checkpointer.close()
            // Readers close first: the last connection to close moves the log into the file, which a reader cannot do.
            pool.releaseMemory()
            try pool.close()
        } catch {
            throw DatabaseFileError(.internal, at: path, "the file cannot be closed", underlying: error)
        }
    }

    /// Moves the log into the file, as far as other processes allow. Later damage to the log then destroys no data.
    ///
    /// - Throws: ``DatabaseFileError`` if the disk failed to store the moved pages.
    public func moveLog() async throws {
        try await pool.writeWithoutTransaction { [path] database in
            _ = try Checkpointer.move(on: database.sqliteConnection, at: path)
        }
    }

    private func handIn(_ unit: GroupCommit.Unit, _ turn: GroupCommit.Turn) {
        switch group.enqueue(unit, turn) {
        case true:
            pool.asyncWriteWithoutTransaction { [self] database in
                group.work(on: database) { try identity.check(at: path) }
            }
        case false: break
        case nil:
            unit.fail(DatabaseFileError(.closed, at: path, "the file is closed", remedy: "open it again"))
        }
    }

    private var openedReadOnly: DatabaseFileError {
        DatabaseFileError(
            .readOnly, at: path, "the file was opened read-only", remedy: "open it for writing")
    }
}
