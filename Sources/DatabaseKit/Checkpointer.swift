import CSQLite
import GRDB
import Synchronization

/// A checkpointer that copies the pages of the write-ahead log into the database file, on a separate
/// connection.
///
/// By default, SQLite runs a checkpoint on the connection that commits, as soon as the log exceeds a size
/// limit. All writers wait while thousands of pages are copied and the file is synced. With this class, the
/// writing connection only finishes the checkpoint of a long log, after nearly all pages have been copied.
/// The log can then restart.
///
/// Source: SQLite, "Write-Ahead Logging", sections 2.3 and 6.
final class Checkpointer: Sendable {
    private struct State {
        var plan = CheckpointPlan()
        var connection: DatabaseQueue?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let log: LogSync
    private let path: String
    private let open: @Sendable () throws -> DatabaseQueue

    /// Creates a checkpointer.
    ///
    /// - Parameters:
    ///   - log: The syncer that is marked as failed if the disk cannot store the copied pages.
    ///   - path: The path of the database file.
    ///   - open: Opens another connection to the file. Called once, before the first checkpoint.
    init(failing log: LogSync, at path: String, opening open: @escaping @Sendable () throws -> DatabaseQueue)
    {
        self.log = log
        self.path = path
        self.open = open
    }

    /// Closes the connection after the connection's current work has finished.
    func close() throws {
        let connection = state.withLock { state in
            state.isClosed = true
            defer { state.connection = nil }
            return state.connection
        }
        try connection?.close()
    }

    /// Runs or requests a checkpoint if ``CheckpointPlan`` requires one after the commit.
    ///
    /// - Parameter pages: The length of the log after the commit, in pages.
    /// - Parameter connection: The connection that committed.
    func committed(pages: Int, on connection: OpaquePointer?) {
        switch state.withLock({ $0.plan.step(at: pages) }) {
        case .nothing: break
        case .beside: moveBeside()
        case .here:
            // A passive checkpoint does not disturb a reader of an older state. The log then stays as it is until the
            // next commit.
            _ = move(on: connection)
        }
    }

    private func moveBeside() {
        let connection = try? state.withLock { state in
            if state.connection == nil, !state.isClosed { state.connection = try open() }
            return state.connection
        }
        connection?.asyncWriteWithoutTransaction { [self] database in
            let moved = move(on: database.sqliteConnection)
            state.withLock { $0.plan.moved = moved }
        }
    }

    /// Runs a checkpoint, and returns the number of pages copied since the log restarted. If syncing the file
    /// fails, marks the log as failed and returns 0.
    private func move(on connection: OpaquePointer?) -> Int {
        do {
            return try Self.move(on: connection, at: path)
        } catch {
            log.fail(with: error)
            return 0
        }
    }

    /// Runs a checkpoint, and returns the number of pages copied since the log restarted. If the disk is
    /// full, or if another program is running a checkpoint, the remaining pages stay in the log.
    ///
    /// - Throws: ``DatabaseFileError`` if the disk failed to store the copied pages. The caller must then
    ///   stop using the log, because SQLite would restart it despite the failure.
    static func move(on connection: OpaquePointer?, at path: String) throws(DatabaseFileError) -> Int {
        var pages: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &pages)
        // SQLITE_IOERR_FSYNC, which Swift does not import.
        guard code != SQLITE_IOERR | (4 << 8) else {
            throw .notKept(
                at: path,
                because: "the log was copied into the database file, but the disk did not confirm the write")
        }
        return max(0, Int(pages))
    }
}

/// An SQLite hook that is called after each commit in WAL mode. Installing the hook turns off SQLite's
/// automatic checkpoints.
///
/// Source: SQLite, "Write-Ahead Log Commit Hook".
final class CommitHook: Sendable {
    private let committed: @Sendable (_ pages: Int, OpaquePointer?) -> Void

    /// Creates a hook.
    ///
    /// - Parameter committed: Called after each commit, on the same thread and before the commit returns. The
    ///   arguments are the number of pages in the log, and the connection, which the closure may use.
    init(_ committed: @escaping @Sendable (_ pages: Int, OpaquePointer?) -> Void) {
        self.committed = committed
    }

    /// Installs the hook on a connection. The ``CommitHook`` must be retained as long as the connection can
    /// commit.
    func listen(to database: Database) {
        sqlite3_wal_hook(
            database.sqliteConnection,
            { context, connection, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<CommitHook>.fromOpaque(context).takeUnretainedValue().committed(
                    Int(pages), connection)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
