import FileKit
import Foundation
import GRDB

/// The file at a database's path, checked before SQLite opens it, or created.
struct FilePlace {
    /// `tapc`, in the header of every file of ours (https://www.sqlite.org/pragma.html#pragma_application_id).
    static let applicationID: Int32 = 0x7461_7063

    let path: String
    let options: DatabaseFile.Options

    /// Refuses a file that cannot be one of our databases. Creates a database if the file does not exist.
    func prepare() throws(DatabaseFileError) {
        if let status = FileStatus(of: path) { return try check(status) }
        guard errno == ENOENT else { throw cannotOpen(String(cString: strerror(errno))) }
        guard access(UnplacedFile.folder(of: path), F_OK) == 0 else {
            throw cannotOpen("its folder does not exist")
        }
        guard !options.mustExist, !options.readOnly else {
            throw DatabaseFileError(.missing, at: path, "no such file", remedy: "check the path")
        }
        try refuseOrphanedLog()
        try create()
    }

    private func check(_ status: FileStatus) throws(DatabaseFileError) {
        guard status.isRegular else {
            throw cannotOpen(status.isFolder ? "it is a folder" : "it is not a file")
        }
        // SQLite treats a file shorter than its smallest page as an empty database, and would overwrite it.
        guard status.size >= 512 else {
            throw DatabaseFileError(
                .notADatabase, at: path, "this is not a database",
                reason: "the file has \(status.size) byte\(status.size == 1 ? "" : "s")",
                remedy: "restore the last backup, or remove the file to start from the beginning")
        }
        guard !options.readOnly else { return }
        // SQLite creates two more files in the same folder.
        for writable in [path, UnplacedFile.folder(of: path)] where access(writable, W_OK) != 0 {
            throw DatabaseFileError(
                .readOnly, at: path, "the file cannot be written",
                reason: String(cString: strerror(errno)),
                remedy: "give this user write permission for the file and its folder")
        }
    }

    /// Refuses a file that ends within a page and has no log to repair it.
    ///
    /// SQLite reads the missing part as zeros, so whole rows would be lost silently.
    static func refuseCutShort(_ path: String, pageBytes: Int) throws(DatabaseFileError) {
        guard pageBytes > 0, let size = FileStatus(of: path)?.size, size % Int64(pageBytes) != 0 else {
            return
        }
        guard FileStatus(of: path + "-wal")?.size ?? 0 == 0 else { return }
        throw DatabaseFileError(
            .corrupt, at: path, "the file is damaged",
            reason: "it is cut short: \(size) bytes are not whole pages of \(pageBytes)",
            remedy: "keep a copy of it and restore the last backup")
    }

    /// Refuses a log without its database. The database was probably moved; a new one would apply the log to itself.
    private func refuseOrphanedLog() throws(DatabaseFileError) {
        // In this order: another process may just have made both.
        guard access(path + "-wal", F_OK) == 0, access(path, F_OK) != 0 else { return }
        throw DatabaseFileError(
            .missing, at: path, "no such file", reason: "its log is still there, of the same name with -wal",
            remedy: "put the file back next to its log, or remove the log to start from the beginning")
    }

    /// Creates a database that is in WAL mode and has our application id from the start.
    ///
    /// Two processes that find no file each create one. One of them gets the path, and both use it. (Switching a file
    /// that others have open to WAL fails at once, whatever the busy timeout is.)
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
            throw DatabaseFileError(.internal, at: path, "no file can be created", underlying: error)
        }
        _ = try file.place()
    }

    private func cannotOpen(_ reason: String) -> DatabaseFileError {
        DatabaseFileError(
            .cannotOpen, at: path, "the file cannot be opened", reason: reason, remedy: "check the path")
    }
}

/// The identity of the file at a path: device and inode.
///
/// If the file were replaced while it is open, commits would be lost, and SQLite does not check for this.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Identifies the file at a path. Returns nil if no file is there.
    init?(at path: String) {
        guard let status = FileStatus(of: path) else { return nil }
        device = status.device
        inode = status.inode
    }

    /// Identifies the file of an open descriptor. Returns nil if the descriptor is not open.
    init?(descriptor: Int32) {
        guard let status = FileStatus(descriptor: descriptor) else { return nil }
        device = status.device
        inode = status.inode
    }

    /// Throws ``DatabaseFileError`` with code `replaced` if another file, or none, is at `path` now.
    func check(at path: String) throws(DatabaseFileError) {
        let now = FileIdentity(at: path)
        guard now != self else { return }
        throw DatabaseFileError(
            .replaced, at: path, "the file was moved or replaced while it was open",
            reason: now == nil ? "there is no file at its path" : "another file is at its path",
            remedy: "start the program again")
    }
}
