import Dispatch
import FileKit
import Foundation
import Synchronization

/// An object that syncs the write-ahead log to disk, in parallel with the writing connection. While the disk
/// syncs one group of transactions, the next group runs.
///
/// Readers see a commit before it is on disk. Therefore, the result of a read or a write is returned only
/// after everything that the result may depend on is on disk. As a result, a power failure cannot undo a
/// state that a caller has seen. SQLite's method (`synchronous=FULL`) syncs within each commit, which blocks
/// all writers.
///
/// After a sync has failed, all reads and writes fail. The operating system could report success for a second
/// sync, although pages were lost in the first one.
///
/// Source: SQLite, "PRAGMA synchronous" and "Write-Ahead Logging"; fsync(2), "Errors".
final class LogSync: Sendable {
    /// A function that reports to a waiting caller. It is called with nil when everything that the caller
    /// depends on is on disk, or with the error if the disk has failed.
    typealias Notify = @Sendable (DatabaseFileError?) -> Void

    private struct State {
        /// The number of groups whose transactions have ended. The first `kept` of these groups are on disk.
        var ended = 0
        var kept = 0
        /// Whether a transaction is being committed. Readers may already see the changes of this transaction.
        var isCommitting = false
        /// Whether the log may have content that is not on disk yet.
        var isWritten = false
        var isWorking = false
        var failure: DatabaseFileError?
        /// The waiting callers. Each has the number of a group, and is notified when that group is on disk.
        var waiting: [(group: Int, notify: Notify)] = []

        /// The number of the last group of transactions whose changes a reader may have seen.
        var seen: Int { ended + (isCommitting ? 1 : 0) }

        /// Removes and returns the waiting callers whose groups are on disk.
        mutating func served() -> [Notify] {
            let served = waiting.filter { $0.group <= kept }
            waiting.removeAll { $0.group <= kept }
            return served.map(\.notify)
        }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "database.log")
    private let sync: @Sendable () throws(DatabaseFileError) -> Void

    /// Creates an object that syncs the log by calling `sync`.
    ///
    /// - Parameter sync: Syncs the whole log to disk, and returns when that is done.
    init(by sync: @escaping @Sendable () throws(DatabaseFileError) -> Void) { self.sync = sync }

    /// Throws an error if the disk has failed.
    ///
    /// - Throws: The first disk error.
    func check() throws(DatabaseFileError) {
        if let failure = state.withLock(\.failure) { throw failure }
    }

    /// Marks the log as failed because of a disk error other than a failed sync of the log.
    func fail(with failure: DatabaseFileError) { state.withLock { $0.failure = $0.failure ?? failure } }

    /// Announces that a commit is about to start. Call ``ended(_:)`` after the commit has succeeded or
    /// failed.
    func willCommit() { state.withLock { $0.isCommitting = true } }

    /// Records that a committed transaction has changed the log.
    func wrote() { state.withLock { $0.isWritten = true } }

    /// Handles the end of a transaction. Calls `notify` when the writes of this transaction and of all
    /// earlier ones are on disk, or when the disk has failed.
    func ended(_ notify: @escaping Notify) {
        let isIdle = state.withLock { state in
            state.isCommitting = false
            state.ended += 1
            state.waiting.append((state.ended, notify))
            defer { state.isWorking = true }
            return !state.isWorking
        }
        if isIdle { queue.async { self.work() } }
    }

    /// Waits until everything that a reader may have seen is on disk. Canceling the task has no effect.
    func settled() async throws(DatabaseFileError) {
        let failure = await withCheckedContinuation {
            (caller: CheckedContinuation<DatabaseFileError?, Never>) in
            let answer: DatabaseFileError?? = state.withLock { state in
                // Both values are read under the same lock, because a failed sync also counts as done.
                guard state.failure == nil, state.seen > state.kept else { return .some(state.failure) }
                state.waiting.append((state.seen, { caller.resume(returning: $0) }))
                return nil
            }
            if let answer { caller.resume(returning: answer) }
        }
        if let failure { throw failure }
    }

    /// Waits until the pending syncs have ended and all waiting tasks have received their results. The caller
    /// must ensure that no transaction is running.
    func finish() { queue.sync {} }

    /// Syncs the log until all ended groups of transactions are on disk, and notifies the waiting callers.
    private func work() {
        while true {
            let round = state.withLock { state in
                state.isWorking = state.ended > state.kept
                defer { state.isWritten = false }
                return state.isWorking ? (group: state.ended, isWritten: state.isWritten) : nil
            }
            guard let round else { return }
            let failure = outcome(isWritten: round.isWritten)
            let served = state.withLock { state in
                state.kept = round.group
                return state.served()
            }
            for notify in served { notify(failure) }
        }
    }

    private func outcome(isWritten: Bool) -> DatabaseFileError? {
        do {
            try check()
            if isWritten { try sync() }
            return nil
        } catch {
            fail(with: error)
            return error
        }
    }
}

/// A write-ahead log that is open for syncing.
final class LogFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens the log and syncs its directory entry.
    ///
    /// - Parameter path: The database's path as reported by SQLite, which is absolute and contains no
    ///   symbolic links.
    /// - Throws: ``DatabaseFileError``, for example if the log does not exist yet because no connection has
    ///   used the database.
    init(of path: String) throws(DatabaseFileError) {
        self.path = path
        descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DatabaseFileError(
                .cannotOpen, at: path, "the log next to the file cannot be opened",
                reason: systemWords(),
                remedy: "check the log's permissions and the limit on open files")
        }
        try UnplacedFile.syncFolder(of: path)
    }

    deinit {
        // If a descriptor of one of SQLite's other files were closed, SQLite's locks on that file would be released.
        // SQLite has no locks on the log.
        close(descriptor)
    }

    /// Syncs everything that has been written to the log so far.
    ///
    /// If a connection writes during the sync, those writes may or may not be on disk when this function
    /// returns.
    func sync() throws(DatabaseFileError) {
        guard fdatasync(descriptor) == 0 else {
            throw .notKept(at: path, because: systemWords())
        }
    }
}

extension DatabaseFileError {
    /// Returns the error for a failed sync. After a failed sync, earlier writes may be lost, although they
    /// can still be read.
    static func notKept(at path: String, because reason: String) -> DatabaseFileError {
        DatabaseFileError(
            .inputOutput, at: path, "the disk failed to store the written data", reason: reason,
            remedy:
                "check the system log for disk errors, then restart the program and check the data")
    }
}
