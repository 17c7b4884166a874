import GRDB
import Synchronization

extension DatabaseFile {
    /// Returns a version that changes with each commit to the file by any program. If two calls return the
    /// same version, nothing was committed between them. A call takes a few microseconds and reads no table.
    ///
    /// The versions of different instances are not comparable. The result is never nil.
    ///
    /// Source: SQLite, "PRAGMA data_version".
    ///
    /// - Throws: ``DatabaseFileError`` or `CancellationError`.
    public func version() async throws -> DatabaseVersion? {
        do {
            try identity.check(at: path)
            // The number belongs to one connection, and changes when any other connection commits. The pool has
            // several connections, including the one that writes, so a separate connection is needed.
            let queue = try versionReader.queue {
                var configuration = pool.configuration
                configuration.readonly = true
                return try DatabaseQueue(path: path, configuration: configuration)
            }
            guard let queue else {
                throw DatabaseFileError(.closed, at: path, "the file is closed", remedy: "open it again")
            }
            return DatabaseVersion(String(try Self.version(on: queue)))
        } catch {
            throw DatabaseFileError.translated(error, at: path)
        }
    }

    /// Returns SQLite's `data_version`, which is the number in the version. The statement runs on the
    /// caller's thread, because it needs no transaction, and changing threads would take longer than the
    /// statement itself.
    private static func version(on queue: DatabaseQueue) throws -> Int64 {
        try queue.unsafeRead { database in
            try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }
    }
}

/// A connection that sees the commits of all other connections. The connection is opened on first use.
final class VersionReader: Sendable {
    private enum State {
        case unopened
        case open(DatabaseQueue)
        case closed
    }

    private let state = Mutex(State.unopened)

    /// Returns the connection. Opens it if necessary. Returns nil if the connection was closed.
    func queue(opening open: () throws -> DatabaseQueue) throws -> DatabaseQueue? {
        try state.withLock { state in
            switch state {
            case .open(let queue): return queue
            case .closed: return nil
            case .unopened:
                let queue = try open()
                state = .open(queue)
                return queue
            }
        }
    }

    /// Closes the connection permanently.
    func close() throws {
        try state.withLock { state in
            if case .open(let queue) = state { try queue.close() }
            state = .closed
        }
    }
}
