import FileKit
import Foundation

/// A file that SQLite creates under a temporary name and that then takes its place as a whole, so that it is never seen
/// incomplete.
///
/// SQLite writes it by its name, and creates other files next to it, so only its last steps are those of an
/// `AtomicFile`.
struct UnplacedFile {
    /// The temporary path, in the same folder. Only the owner has access.
    let temporaryPath: String
    private let path: String

    /// Creates an empty file in the folder of `path`.
    init(for path: String) throws(DatabaseFileError) {
        self.path = path
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var template = Array("\(Self.folder(of: path))/.\(name).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .cannotCreate(path, errno) }
        close(descriptor)
        temporaryPath = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Renames the file to its final path. The name is on disk before this returns, and the temporary name is gone.
    ///
    /// - Returns: False if a file exists at `path`, which is left unchanged.
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

    /// Removes the file, unless it was placed.
    func discard() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporaryPath + suffix) }
    }

    /// Returns the folder that contains a path's last component.
    static func folder(of path: String) -> String { AtomicFile.folder(of: path) }

    /// Syncs the name of a file to disk.
    static func syncFolder(of path: String) throws(DatabaseFileError) {
        do { try AtomicFile.syncFolder(of: path) } catch { throw .cannotCreate(path, error.number) }
    }
}

extension DatabaseFileError {
    /// Returns the error for a file that cannot be created, from the system's error number.
    static func cannotCreate(_ path: String, _ number: Int32) -> DatabaseFileError {
        let reason = String(cString: strerror(number))
        return switch number {
        case EROFS, EACCES, EPERM:
            DatabaseFileError(
                .readOnly, at: path, "no file can be created there", reason: reason,
                remedy: "give this user write permission for the folder")
        case ENOSPC, EDQUOT:
            DatabaseFileError(
                .full, at: path, "the disk is full", reason: reason, remedy: "free some space and try again")
        case EIO:
            DatabaseFileError(
                .inputOutput, at: path, "the disk failed to read or write", reason: reason,
                remedy: "check the system's log for this disk")
        default:
            DatabaseFileError(
                .cannotOpen, at: path, "no file can be created there", reason: reason,
                remedy: "check the path")
        }
    }
}
