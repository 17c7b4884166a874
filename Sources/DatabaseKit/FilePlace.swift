import FileKit
import Foundation
import GRDB

/// The file at a database's path. The file is checked or created before SQLite opens it.
struct FilePlace {
    /// The application id in the header of all of this program's databases: `tapc` in ASCII
    /// (https://www.sqlite.org/pragma.html#pragma_application_id).
    static let applicationID: Int32 = 0x7461_7063

    let path: String
    let options: DatabaseFile.Options

    /// Checks the file at the path, and refuses a file that cannot be a database of this program. If the file
    /// does not exist, creates it. Throws an error instead if the options require an existing file or
    /// read-only access.
    func prepare() throws(DatabaseFileError) {
        if let status = FileStatus(of: path) { return try check(status) }
        guard errno == ENOENT else { throw cannotOpen(systemWords()) }
        guard access(AtomicFile.folder(of: path), F_OK) == 0 else {
            throw cannotOpen("the file's folder does not exist")
        }
        guard !options.mustExist, !options.readOnly else {
            throw DatabaseFileError(.missing, at: path, "no such file", remedy: "check the path")
        }
        try refuseOrphanedLog()
        try create()
    }

    private func check(_ status: FileStatus) throws(DatabaseFileError) {
        guard status.isRegular else {
            throw cannotOpen(status.isFolder ? "the path is a folder" : "the path is not a regular file")
        }
        // SQLite treats a file that is shorter than the smallest page as an empty database, and would overwrite it.
        guard status.size >= 512 else {
            throw DatabaseFileError(
                .notADatabase, at: path, "the file is not a database",
                reason: "the file has \(status.size) byte\(status.size == 1 ? "" : "s")",
                remedy: "restore the last backup, or remove the file to start with an empty database")
        }
        guard !options.readOnly else { return }
        // SQLite creates two other files in the same folder.
        for writable in [path, AtomicFile.folder(of: path)] where access(writable, W_OK) != 0 {
            throw DatabaseFileError(
                .readOnly, at: path, "the file cannot be written",
                reason: systemWords(),
                remedy: "make the file and its folder writable for the user that runs this program")
        }
    }

    /// Refuses a file that ends in the middle of a page, unless the file has a log. SQLite may be able to
    /// repair the file from the log.
    ///
    /// Without a log, SQLite would read the missing part as zeros. Whole rows would then be lost without an
    /// error.
    static func refuseCutShort(_ path: String, pageBytes: Int) throws(DatabaseFileError) {
        guard pageBytes > 0, let size = FileStatus(of: path)?.size, size % Int64(pageBytes) != 0 else {
            return
        }
        guard FileStatus(of: path + "-wal")?.size ?? 0 == 0 else { return }
        throw DatabaseFileError(
            .corrupt, at: path, "the file is damaged",
            reason:
                "the file is truncated: \(size) bytes is not a multiple of the page size, \(pageBytes) bytes",
            remedy: "keep a copy of the file and restore the last backup")
    }

    /// Refuses a log whose database is missing. The database was probably moved without the log, and SQLite
    /// would apply the log to a new database.
    private func refuseOrphanedLog() throws(DatabaseFileError) {
        // The order of the checks matters, because another process may have just created both files.
        guard access(path + "-wal", F_OK) == 0, access(path, F_OK) != 0 else { return }
        throw DatabaseFileError(
            .missing, at: path, "no such file",
            reason: "the file's log, whose name ends in -wal, still exists",
            remedy: "move the file back next to its log, or remove the log to start with an empty database")
    }

    /// Creates an empty database. When the file appears at the path, it is already in WAL mode and has this
    /// program's application id.
    ///
    /// If two processes find no file, each process creates a file. Only one of these files is moved to the
    /// path, and both processes use that file. Switching an existing file to WAL mode would fail immediately
    /// if another process had the file open, regardless of the busy timeout.
    private func create() throws(DatabaseFileError) {
        let file = try UnplacedFile(for: path)
        defer { file.discard() }
        do {
            let queue = try DatabaseQueue(path: file.temporaryPath)
            try queue.inDatabase { database in
                try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
                try database.execute(sql: "PRAGMA journal_mode = WAL")
            }
            try queue.close()
        } catch let error as GRDB.DatabaseError {
            throw DatabaseFileError(error, at: path)
        } catch {
            throw DatabaseFileError(.internal, at: path, "the file cannot be created", underlying: error)
        }
        _ = try file.place()
    }

    private func cannotOpen(_ reason: String) -> DatabaseFileError {
        DatabaseFileError(
            .cannotOpen, at: path, "the file cannot be opened", reason: reason, remedy: "check the path")
    }
}

/// The identity of a file: its device and inode.
///
/// If another program replaces a file that is open, commits are lost. SQLite does not detect the replacement,
/// so this program checks that the file at the path is still the file that it opened.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Creates the identity of the file at a path. Returns nil if no file exists there.
    init?(at path: String) { self.init(FileStatus(of: path)) }

    /// Creates the identity of the file that a descriptor refers to. Returns nil if the descriptor is not
    /// open.
    init?(descriptor: Int32) { self.init(FileStatus(descriptor: descriptor)) }

    private init?(_ status: FileStatus?) {
        guard let status else { return nil }
        (device, inode) = (status.device, status.inode)
    }

    /// Checks that this file is still at `path`.
    ///
    /// - Throws: ``DatabaseFileError`` with code `replaced` if another file or no file is at the path.
    func check(at path: String) throws(DatabaseFileError) {
        let now = FileIdentity(at: path)
        guard now != self else { return }
        throw DatabaseFileError(
            .replaced, at: path, "the file was moved, deleted or replaced while it was open",
            reason: now == nil ? "there is no file at its path" : "there is another file at its path",
            remedy: now == nil
                ? "put the file back or restore a backup, and restart the program" : "restart the program")
    }
}
