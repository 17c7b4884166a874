import Dispatch
import GRDB
import Synchronization

/// How far a backup has come.
public struct BackupProgress: Hashable, Sendable {
    /// Pages that have been copied.
    public let pages: Int
    /// Pages that there are.
    public let total: Int
}

extension DatabaseFile {
    /// Copies the file as it stands now, while others go on reading and writing it (SQLite's online backup).
    ///
    /// The copy is made under a temporary name, synced, and only then named: what stands at `path` is whole. Cancelling
    /// the task leaves nothing there.
    ///
    /// - Parameters:
    ///   - path: Where to; nothing may stand there.
    ///   - progress: Called every 1,024 pages (4 MiB) and at the end, on a thread of the backup's own.
    /// - Throws: ``DatabaseError``: `alreadyExists` when something stands at `path`; `CancellationError`.
    public func backUp(
        to path: String, progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws {
        let cancellation = Cancellation()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                DispatchQueue.global().async { [self] in
                    done.resume(
                        with: Result {
                            try copy(to: path) { step in
                                if cancellation.isAsked.load(ordering: .relaxed) { throw CancellationError() }
                                progress(step)
                            }
                        })
                }
            }
        } onCancel: {
            cancellation.isAsked.store(true, ordering: .relaxed)
        }
    }

    private func copy(to path: String, progress: @escaping (BackupProgress) throws -> Void) throws {
        // A log that waits beside the new file's name would be taken for the new file's own.
        guard FileIdentity(at: path) == nil, FileIdentity(at: path + "-wal") == nil else {
            throw alreadyExists(path)
        }
        let copy = try UnplacedFile(for: path)
        defer { copy.discard() }
        do {
            let target = try DatabaseQueue(path: copy.temporaryPath)
            try pool.backup(to: target, pagesPerStep: 1024) { step in
                try progress(BackupProgress(pages: step.completedPageCount, total: step.totalPageCount))
            }
            try target.close()
        } catch {
            throw DatabaseError.translated(error, at: path)
        }
        guard try copy.place() else { throw alreadyExists(path) }
    }

    private func alreadyExists(_ path: String) -> DatabaseError {
        DatabaseError(
            .alreadyExists, at: path, "a file stands there already", remedy: "choose another name")
    }
}

/// Whether the task that waits for a backup was cancelled.
private final class Cancellation: Sendable {
    let isAsked = Atomic(false)
}
