import GRDB
import Synchronization

/// An SQLite file that any number of processes can use simultaneously.
///
/// When ``write(_:)`` or ``read(_:)`` returns, everything that the transaction has written or seen is on
/// disk. Every transaction reads the current rows, even if another process has changed them.
public final class DatabaseFile: Sendable {
    /// The file's path, as passed when the file was opened.
    public let path: String
    /// The incomplete end that the log had when the file was opened. Nil if the log was complete.
    ///
    /// If a process was killed while it was writing, the log can have an incomplete end. In that case, the
    /// interrupted transaction was never reported to a caller as successful. If the last frame was damaged,
    /// the log looks the same, but the lost transaction may have been reported as successful.
    public let logCut: LogCut?
    let options: Options
    let pool: DatabasePool
    let identity: FileIdentity
    private let log: LogSync
    private let group: GroupCommit
    let versionReader = VersionReader()
    private let checkpointer: Checkpointer
    /// The commit hook of the writing connection. It must not be released while the connection is open.
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

    /// Runs a transaction that may change the file. Returns when the transaction is committed and on disk.
    ///
    /// Calls that are waiting at the same time can share one SQLite transaction. If a closure of such a group
    /// throws an error, SQLite rolls the whole group back, and all closures of the group run a second time.
    /// The changes of all closures that succeed are then committed. If the SQLite transaction itself fails,
    /// for example because the disk is full, all calls of the group fail with that error and nothing is
    /// changed. Closures passed to this function run in the order of the calls.
    ///
    /// Canceling the task does not stop the transaction. A queued transaction is always executed, and its
    /// result is returned.
    ///
    /// - Parameter unit: The work of the transaction. May be called twice and on any thread, and blocks other
    ///   writers.
    /// - Returns: The result of `unit`.
    /// - Throws: The error that `unit` throws, or ``DatabaseFileError`` for SQLite errors. The code is `busy`
    ///   if another process has locked the file for longer than ``Options/busyTimeout``.
    public func write<T: Sendable>(_ unit: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await write(.inOrder, unit)
    }

    /// Runs a transaction as ``write(_:)`` does, but ahead of the queue. Use this for short transactions that
    /// a web page is waiting for. In each group, one position in eight is reserved for calls of
    /// ``write(_:)``.
    public func writeAhead<T: Sendable>(
        _ unit: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await write(.first, unit)
    }

    /// Queues a transaction and returns immediately. The transaction runs when no others are queued, or at
    /// the latest before the file is closed. If the closure throws an error, the transaction is rolled back
    /// and the error is discarded. If the file is open only for reading, this function does nothing.
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

    /// Runs a transaction that only reads. The transaction sees the state that the file had when the
    /// transaction started.
    ///
    /// Several of these transactions can run in parallel, even while another transaction writes. Canceling
    /// the task interrupts a running statement.
    ///
    /// - Returns: The result of `unit`.
    /// - Throws: The error that `unit` throws, ``DatabaseFileError`` for SQLite errors, or
    ///   `CancellationError`.
    public func read<T: Sendable>(_ unit: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        do {
            try identity.check(at: path)
            let answer: Result<T, any Error>
            do {
                answer = .success(try await pool.read { try unit(Transaction(database: $0)) })
            } catch {
                // An error is also a result. It may depend on a commit that is not on disk yet.
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

    /// Stops accepting transactions, runs the queued ones and then closes the file.
    ///
    /// - Throws: ``DatabaseFileError`` if the file cannot be closed. In that case, SQLite may still have the
    ///   file open.
    public func close() throws(DatabaseFileError) {
        group.close()
        do {
            try versionReader.close()
            try checkpointer.close()
            // Readers must close first. The last connection to close moves the log into the file, which a reader
            // cannot do.
            pool.releaseMemory()
            try pool.close()
        } catch {
            throw DatabaseFileError(.internal, at: path, "the file cannot be closed", underlying: error)
        }
    }

    /// Checkpoints the log as far as other processes permit. Later damage to the log cannot destroy the data
    /// that was copied into the database file.
    ///
    /// - Throws: ``DatabaseFileError`` if the disk failed to store the copied pages.
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
