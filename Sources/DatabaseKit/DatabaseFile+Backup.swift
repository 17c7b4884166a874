import Dispatch
import GRDB

/// The progress of a backup.
public struct BackupProgress: Hashable, Sendable {
    /// The number of pages copied so far.
    public let pages: Int
    /// The total number of pages.
    public let total: Int
}

extension DatabaseFile {
    /// Copies the database in its current state while other callers continue to read and write it (SQLite's
    /// online backup).
    ///
    /// The copy is written under a temporary name, synced and then renamed. A file at `path` is therefore
    /// always complete. If the task is canceled during the backup, no file is left at `path`.
    ///
    /// - Parameters:
    ///   - path: The path of the copy. There must be no file at this path.
    ///   - progress: Called every 1,024 pages (4 MiB) and at the end, on a background thread.
    /// - Throws: `CancellationError`, or ``DatabaseFileError``, whose code is `alreadyExists` if a file
    ///   exists at `path`.
    public func backUp(
        to path: String, progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws {
        let cancellation = CancellationFlag()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                DispatchQueue.global().async { [self] in
                    done.resume(
                        with: Result {
                            try copy(to: path) { step in
                                if cancellation.isSet { throw CancellationError() }
                                progress(step)
                            }
                        })
                }
            }
        } onCancel: {
            cancellation.set()
        }
    }

    private func copy(to path: String, progress: @escaping (BackupProgress) throws -> Void) throws {
        // SQLite would treat an existing log next to the new file's name as the log of the new file.
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
            throw DatabaseFileError.translated(error, at: path)
        }
        guard try copy.place() else { throw alreadyExists(path) }
    }

    private func alreadyExists(_ path: String) -> DatabaseFileError {
        DatabaseFileError(
            .alreadyExists, at: path, "a file already exists at this path", remedy: "choose another name")
    }
}

extension DatabaseFile {
    /// Checks the whole file for damage and for references to missing rows.
    ///
    /// The check takes several seconds per gigabyte, and does not block readers or writers.
    ///
    /// - Returns: The problems, one line each, at most 200. Empty if the file is intact.
    public func checkIntegrity() async throws -> [String] {
        do {
            return try await read { unit in
                let damage = try String.fetchAll(unit.database, sql: "PRAGMA integrity_check(100)")
                let orphans = try Row.fetchCursor(unit.database, sql: "PRAGMA foreign_key_check")
                var problems = damage == ["ok"] ? [] : damage
                while problems.count < 200, let row = try orphans.next() {
                    let (table, id, parent) = (row[0] as String, row[1] as Int64?, row[2] as String)
                    let orphan = id.map { "row \($0)" } ?? "a row"
                    problems.append("\(orphan) of \(table) refers to a missing row of \(parent)")
                }
                return problems
            }
        } catch let error as DatabaseFileError where error.code == .corrupt {
            return [error.reason]
        }
    }
}
