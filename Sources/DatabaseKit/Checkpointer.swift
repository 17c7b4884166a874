import CSQLite
import GRDB
import Synchronization

/// Moves the log into the file on a connection of its own, beside those that write and read.
///
/// SQLite alone does it on the connection whose commit made the log long: all who write then wait until thousands of pages
/// are copied and the file is synced. Here the connection that writes does only the rest of it, once the log is long and
/// nearly all has been moved, so that the log begins anew.
///
/// Source: SQLite, "Write-Ahead Logging", sections 2.3 and 6; "Write-Ahead Log Commit Hook".
final class Checkpointer: Sendable {
    private struct State {
        var plan = CheckpointPlan()
        var connection: DatabaseQueue?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let open: @Sendable () throws -> DatabaseQueue

    /// - Parameter open: Opens another connection to the file; called once, when the log is first to be moved.
    init(opening open: @escaping @Sendable () throws -> DatabaseQueue) { self.open = open }

    /// Looks at each commit of a connection, in place of SQLite's own way. It has to outlive the connection's commits.
    func watch(_ database: Database) {
        sqlite3_wal_hook(
            database.sqliteConnection,
            { context, connection, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue()
                    .committed(pages: Int(pages), on: connection)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Ends the connection, once what it is at is done.
    func close() throws {
        let connection = state.withLock { state in
            state.isClosed = true
            defer { state.connection = nil }
            return state.connection
        }
        try connection?.close()
    }

    /// Called after a commit, by whoever committed: the log has so many pages now.
    private func committed(pages: Int, on connection: OpaquePointer?) {
        switch state.withLock({ $0.plan.step(at: pages) }) {
        case .nothing: break
        case .beside: moveBeside()
        case .here:
            // Passive: whoever reads an older state is not disturbed, and keeps the log as it is until the next commit.
            sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
    }

    private func moveBeside() {
        let connection = try? state.withLock { state in
            if state.connection == nil, !state.isClosed { state.connection = try open() }
            return state.connection
        }
        connection?.asyncWriteWithoutTransaction { [self] database in
            let row = try? Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)")
            guard let row, let moved: Int = row[2] else { return }
            state.withLock { $0.plan.moved = max(0, moved) }
        }
    }
}
