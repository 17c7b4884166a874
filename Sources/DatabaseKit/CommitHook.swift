import CSQLite
import GRDB

/// Hears of each commit of a connection that has changed something, in place of SQLite's own way of moving the log.
///
/// Source: SQLite, "Write-Ahead Log Commit Hook".
final class CommitHook: Sendable {
    private let committed: @Sendable (_ pages: Int, OpaquePointer?) -> Void

    /// - Parameter committed: Called after a commit, before it has returned, by whoever commits: the pages that the log has
    ///   now, and the connection, which may be used.
    init(_ committed: @escaping @Sendable (_ pages: Int, OpaquePointer?) -> Void) {
        self.committed = committed
    }

    /// Listens to a connection. It has to outlive the connection's commits.
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
