import FileKit
import Foundation

/// A file that SQLite creates under a temporary name and that then takes its place as a whole, so that it is never seen
/// incomplete.
///
/// SQLite writes it by its name, and creates other files next to it, so only its last steps are those of an
/// `AtomicFile`.
struct UnplacedFile {
    /// Where it is made: in the folder of its place, open to its owner alone.
    let temporaryPath: String
    private let path: String

    /// Makes an empty file beside `path`.
    init(for path: String) throws(DatabaseFileError) {
        self.path = path
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var template = Array("\(Self.folder(of: path))/.\(name).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .cannotCreate(path, errno) }
        close(descriptor)
        temporaryPath = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Gives the file its name, on the disk before this returns; the temporary name is gone afterwards.
    ///
    /// - Returns: False when a file stands at `path` already; that one stays as it is.
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

    /// Removes the file, where it was not placed.
    func discard() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporaryPath + suffix) }
    }

    /// The folder that a path's last component stands in.
    static func folder(of path: String) -> String { AtomicFile.folder(of: path) }

    /// Syncs the name of a file to disk.
    static func syncFolder(of path: String) throws(DatabaseFileError) {
        do { try AtomicFile.syncFolder(of: path) } catch { throw .cannotCreate(path, error.number) }
    }
}

extension DatabaseFileError {
    /// What the system says when a file cannot be made.
    static func cannotCreate(_ path: String, _ number: Int32) -> DatabaseFileError {
        let reason = String(cString: strerror(number))
        return switch number {
        case EROFS, EACCES, EPERM:
            DatabaseFileError(
                .readOnly, at: path, "no file can be made there", reason: reason,
                remedy: "give this user the right to write the folder")
        case ENOSPC, EDQUOT:
            DatabaseFileError(
                .full, at: path, "the disk is full", reason: reason, remedy: "free some space and try again")
        case EIO:
            DatabaseFileError(
                .inputOutput, at: path, "the disk failed to read or write", reason: reason,
                remedy: "look at the system's log for this disk")
        default:
            DatabaseFileError(
                .cannotOpen, at: path, "no file can be made there", reason: reason, remedy: "check the path")
        }
    }
}
