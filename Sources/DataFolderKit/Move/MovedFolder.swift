import Documents
import FailureKit
import FileKit
import Foundation

/// The file in a data folder whose data was moved to a PostgreSQL database.
///
/// While the file exists, the folder's own database is not opened: changes there would be missing in PostgreSQL.
struct MovedFolder {
    static let name = "moved-to-postgresql"
    /// The maximum size of the file in bytes.
    private static let mostBytes = 4096
    private let folder: String
    private var path: String { folder + "/" + Self.name }

    /// Creates a value for the data folder at this path.
    init(_ folder: String) { self.folder = folder }

    /// Whether the file exists.
    var exists: Bool { FileStatus(at: path) != nil }

    /// Throws an error if the data was moved.
    ///
    /// - Throws: An error with exit code 77.
    func refuse() throws {
        guard exists else { return }
        let content = (try? Input.read(path, limit: Self.mostBytes)) ?? []
        let line = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
        throw CommandError(
            .refused, code: "dataMoved", "the data of this folder was moved to a PostgreSQL database",
            reason: printable(String(line)),
            remedy: """
                use --database or TAPCTL_DATABASE with the address of that database
                if the move was interrupted, run `tapctl move` again, or remove \(path)
                """)
    }

    /// Creates the file, so that no other program starts to change the folder's own database.
    ///
    /// - Parameter database: The hosts and the name of the database.
    func mark(_ database: String) throws {
        do {
            try AtomicFile.write(Array((database + "\n").utf8), to: path, .replacing, mode: 0o600)
        } catch {
            throw NewFile.notMade(path, error)
        }
    }

    /// Renames the folder with the e-mails, which are in the database now.
    ///
    /// - Returns: The new path. Nil if the folder cannot be renamed.
    func keepLetters() -> String? {
        let new = folder + "/outbox-moved"
        return rename(folder + "/outbox", new) == 0 ? new : nil
    }

    /// Removes the file after a move has failed.
    func unmark() { unlink(path) }
}
