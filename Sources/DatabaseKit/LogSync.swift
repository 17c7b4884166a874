import Dispatch
import Foundation
import Synchronization

/// Syncs the log in parallel with the writing connection: the next group runs while the disk syncs the previous one.
///
/// Readers see a commit before it is on disk. So no result, of a read or a write, is returned until everything it may
/// depend on is on disk: a power cut cannot revoke a returned result. SQLite's own way (`synchronous=FULL`) is to sync
/// within each commit, which blocks all writers.
///
/// After one failed sync, all reads and writes fail: the system may report a second sync as successful although the
/// first one lost pages.
///
/// Source: SQLite, "PRAGMA synchronous" and "Write-Ahead Logging"; fsync(2), "Errors".
final class LogSync: Sendable {
    /// Reports to a caller that everything is on disk (nil), or that the disk failed.
    typealias Notify = @Sendable (DatabaseFileError?) -> Void

    private struct State {
        /// The number of groups whose transaction has ended. `kept` of them are on disk.
        var ended = 0
        var kept = 0
        /// Whether a transaction is being committed. Readers may or may not see it already.
        var isCommitting = false
        /// Whether the log has content that may not be on disk.
        var isWritten = false
        var isWorking = false
        var failure: DatabaseFileError?
        /// The callers that wait, each with the group that must be on disk first.
        var waiting: [(group: Int, notify: Notify)] = []

        /// The last group whose changes a reader may have seen.
        var seen: Int { ended + (isCommitting ? 1 : 0) }

        /// Removes and returns the callers whose group is on disk.
        mutating func served() -> [Notify] {
            let served = waiting.filter { $0.group <= kept }
            waiting.removeAll { $0.group <= kept }
            return served.map(\.notify)
        }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "database.log")
    private let sync: @Sendable () throws(DatabaseFileError) -> Void

    /// - Parameter sync: Syncs everything in the log to disk, and returns when it is there.
    init(by sync: @escaping @Sendable () throws(DatabaseFileError) -> Void) { self.sync = sync }

    /// Throws the disk's error if it has failed.
    func check() throws(DatabaseFileError) {
        if let failure = state.withLock(\.failure) { throw failure }
    }

    /// Records a failure of the disk that happened elsewhere than in a sync of the log.
    func fail(with failure: DatabaseFileError) { state.withLock { $0.failure = $0.failure ?? failure } }

    /// Announces a commit. ``ended(_:)`` must follow, whatever the outcome.
    func willCommit() { state.withLock { $0.isCommitting = true } }

    /// Records that a committed transaction has changed the log.
    func wrote() { state.withLock { $0.isWritten = true } }

    /// Registers the end of a transaction: `notify` is called once its writes, and all earlier ones, are on disk.
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

    /// Returns once everything that a reader may have seen is on disk. Canceling the task has no effect.
    func settled() async throws(DatabaseFileError) {
        let failure = await withCheckedContinuation {
            (caller: CheckedContinuation<DatabaseFileError?, Never>) in
            let answer: DatabaseFileError?? = state.withLock { state in
                // Both values are read under one lock, because a failed round also counts as done.
                guard state.failure == nil, state.seen > state.kept else { return .some(state.failure) }
                state.waiting.append((state.seen, { caller.resume(returning: $0) }))
                return nil
            }
            if let answer { caller.resume(returning: answer) }
        }
        if let failure { throw failure }
    }

    /// Waits until all callers have their result. No transaction may be running.
    func finish() { queue.sync {} }

    /// Syncs until all ended groups are on disk.
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

/// The log of a database file, opened for syncing.
final class LogFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens the log, and syncs its directory entry.
    ///
    /// - Parameter path: The database's path as SQLite reports it: absolute, with all links resolved.
    /// - Throws: ``DatabaseFileError``, also if the log does not exist yet; the first reader creates it.
    init(of path: String) throws(DatabaseFileError) {
        self.path = path
        descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DatabaseFileError(
                .cannotOpen, at: path, "the log next to the file cannot be opened",
                reason: String(cString: strerror(errno)),
                remedy: "check who may read it, and how many files may be open")
        }
        try UnplacedFile.syncFolder(of: path)
    }

    deinit {
        // Closing a descriptor of SQLite's other files would release its locks on them. It holds no locks on the log.
        close(descriptor)
    }

    /// Syncs everything written to the log so far.
    ///
    /// This may run while a connection writes. Concurrent writes may or may not be on disk afterwards.
    func sync() throws(DatabaseFileError) {
        guard fdatasync(descriptor) == 0 else {
            throw .notKept(at: path, because: String(cString: strerror(errno)))
        }
    }
}

extension DatabaseFileError {
    /// Returns the error for a failed sync. Earlier writes may be lost, although they can still be read.
    static func notKept(at path: String, because reason: String) -> DatabaseFileError {
        DatabaseFileError(
            .inputOutput, at: path, "the disk failed to store the written data", reason: reason,
            remedy:
                "check the system's log for this disk, then start the program again and check the data")
    }
}
