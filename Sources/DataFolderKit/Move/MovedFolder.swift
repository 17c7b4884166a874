import Documents
import FailureKit
import FileKit
import Foundation

/// The file that marks a data folder whose data was moved, or is being moved, to a PostgreSQL database.
///
/// While the file exists, the folder's own database is not opened: changes in that database would be missing
/// in PostgreSQL.
struct MovedFolder {
    static let name = "moved-to-postgresql"
    /// The maximum size of the file in bytes.
    private static let mostBytes = 4096
    private let folder: String
    private var path: String { folder + "/" + Self.name }

    /// The second line of the file until the move is complete. The first line contains the hosts and the name
    /// of the database.
    private static let moving = "moving"

    /// Creates a reference to the file that marks a data folder as moved. The file need not exist.
    ///
    /// - Parameter folder: The path of the data folder.
    init(_ folder: String) { self.folder = folder }

    var exists: Bool { FileStatus(at: path) != nil }

    /// Throws an error if the data was moved, or if a move has started.
    ///
    /// - Throws: An error with exit code 77.
    func refuse() throws {
        guard let (database, isDone) = content else { return }
        throw CommandError(
            .refused, code: "dataMoved",
            isDone
                ? "the data in this folder was moved to a PostgreSQL database"
                : "the move of this folder's data to a PostgreSQL database is not complete",
            reason: printable(database),
            remedy: isDone
                ? "set --database or TAPCTL_DATABASE to the address of that database"
                : """
                wait until the move is complete, and then use --database with the address of that database
                if the move was interrupted, run `tapctl move` again
                if that database is still empty, you can also delete \(path), and use this folder as before
                """)
    }

    /// Throws an error if the data was already moved, or if an interrupted move had a different target.
    ///
    /// Without this check, the data could be in two databases, and both could issue the same receipt numbers.
    ///
    /// - Parameter database: The hosts and the name of the target.
    /// - Throws: An error with exit code 77.
    func refuseMove(to database: String) throws {
        guard let (earlier, isDone) = content, isDone || earlier != database else { return }
        throw CommandError(
            .refused, code: "dataMoved",
            isDone
                ? "the data in this folder has already been moved to a PostgreSQL database"
                : "an earlier move of this folder's data to another database was interrupted",
            reason: printable(earlier),
            remedy: isDone
                ? "set --database or TAPCTL_DATABASE to the address of that database, which may contain newer data"
                : "run `tapctl move --to` again with that database or, if it is empty, remove \(path)")
    }

    /// Returns the error for a repeated move whose target already contains data. The earlier move may have
    /// stored that data before it was interrupted.
    ///
    /// - Parameter database: The hosts and the name of the database.
    func mayHaveEnded(_ database: String) -> CommandError {
        CommandError(
            .refused, code: "dataMoved", "the interrupted move may already have stored the data",
            reason: "\(database) contains data",
            remedy: """
                use `tapctl gift list` and `tapctl ledger check` with --database to check that data
                if the data came from this folder, use that database from now on; otherwise, remove \(path)
                """)
    }

    /// The database that is named in the file, and whether the move has ended. Nil if the file does not
    /// exist.
    private var content: (database: String, isDone: Bool)? {
        guard exists else { return nil }
        let bytes = (try? Input.read(path, limit: Self.mostBytes)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return (String(lines.first ?? ""), !lines.dropFirst().contains { $0 == Self.moving })
    }

    /// Creates or replaces the file that marks the folder's data as moved, so that no other program starts to
    /// change the folder's own database.
    ///
    /// - Parameters:
    ///   - database: The hosts and the name of the database.
    ///   - isDone: Whether the move has ended.
    func mark(_ database: String, isDone: Bool) throws {
        let text = database + "\n" + (isDone ? "" : Self.moving + "\n")
        do {
            try AtomicFile.write(Array(text.utf8), to: path, .replacing, mode: 0o600)
        } catch {
            throw NewFile.notMade(path, error)
        }
    }

    /// Renames the `outbox` folder. Called after the e-mails in the folder were copied to the database.
    ///
    /// - Returns: The new path. Nil if the folder cannot be renamed.
    func keepLetters() -> String? {
        let new = folder + "/outbox-moved"
        return rename(folder + "/outbox", new) == 0 ? new : nil
    }

    /// Removes the file after a move has failed.
    func unmark() { unlink(path) }
}

/// A lock that allows only one program at a time to move the data of a folder. The lock is released when the
/// object is deallocated.
final class MoveLock: Sendable {
    private let descriptor: Int32

    /// Locks a folder.
    ///
    /// - Throws: An error with exit code 77 if another program is moving the folder.
    init(_ folder: String) throws {
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0, flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            if opened >= 0 { close(opened) }
            throw CommandError(
                .refused, code: "folderInUse", "another program is moving the data folder",
                reason: folder, remedy: "wait until the move is complete")
        }
        descriptor = opened
    }

    deinit { close(descriptor) }
}
