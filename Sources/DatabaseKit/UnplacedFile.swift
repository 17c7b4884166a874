import FileKit
import Foundation

/// A database file that is written under a temporary name. The complete file is renamed to its final path, so
/// that no program ever sees an incomplete file at that path.
///
/// SQLite opens the file by its name and creates other files next to it. Therefore, an `AtomicFile` cannot be
/// used.
struct UnplacedFile {
    /// The temporary path, in the same folder as the final path. Only the owner can access the file.
    let temporaryPath: String
    private let path: String

    /// Creates an empty file under a temporary name in the folder of `path`.
    init(for path: String) throws(DatabaseFileError) {
        self.path = path
        let name = AtomicFile.name(of: path)
        var template = Array("\(AtomicFile.folder(of: path))/.\(name).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .cannotCreate(path, errno) }
        close(descriptor)
        temporaryPath = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Syncs the file to disk and renames it to its final path. The temporary file no longer exists when this
    /// function returns or throws an error.
    ///
    /// - Returns: True if the file was renamed and the new name is on disk. False if a file already exists at
    ///   the final path; that file is not changed.
    func place() throws(DatabaseFileError) -> Bool {
        defer { discard() }
        do {
            try AtomicFile.sync(temporaryPath)
            try AtomicFile.place(temporaryPath, at: path, isReplacing: false)
            try AtomicFile.syncFolder(of: path)
            return true
        } catch {
            if error.step == .place, error.number == EEXIST { return false }
            throw .cannotCreate(path, error.number)
        }
    }

    /// Removes the file if it was not renamed to its final path.
    func discard() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporaryPath + suffix) }
    }

    /// Syncs the directory entry of a file to disk.
    static func syncFolder(of path: String) throws(DatabaseFileError) {
        do { try AtomicFile.syncFolder(of: path) } catch { throw .cannotCreate(path, error.number) }
    }
}

extension DatabaseFileError {
    /// Returns the error for a file that cannot be created.
    ///
    /// - Parameter number: The error number from the operating system.
    static func cannotCreate(_ path: String, _ number: Int32) -> DatabaseFileError {
        let reason = systemWords(for: number)
        return switch number {
        case EROFS, EACCES, EPERM:
            DatabaseFileError(
                .readOnly, at: path, "the file cannot be created", reason: reason,
                remedy: "make the folder writable for the user that runs this program")
        case ENOSPC, EDQUOT:
            DatabaseFileError(
                .full, at: path, "the disk is full", reason: reason, remedy: "free some space and try again")
        case EIO:
            DatabaseFileError(
                .inputOutput, at: path, "the disk could not be read or written", reason: reason,
                remedy: "check the system log for disk errors")
        default:
            DatabaseFileError(
                .cannotOpen, at: path, "the file cannot be created", reason: reason,
                remedy: "check the path")
        }
    }
}
