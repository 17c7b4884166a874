import FileKit
import Foundation
import Synchronization

/// A check of a database file's write-ahead log, which runs before SQLite opens the file.
///
/// The log is checked only if no process has the file open, because only then does SQLite recover the log. If
/// the file is open, the first process that opened it has already checked the log, and the log can grow or
/// restart at any time.
enum LogCheck {
    /// A lock that ensures that only one thread of this process at a time checks a log and opens the file.
    ///
    /// Without the lock, a check could close the shared-memory file while another thread opens it with
    /// SQLite. Closing the shared-memory file would release all locks that SQLite has on it in this process.
    private static let opening = Mutex(())

    /// Checks the log of the file at `path`, and then opens the file.
    ///
    /// - Throws: ``DatabaseFileError`` with code `corrupt` if the log is damaged and SQLite would silently
    ///   discard committed transactions. Errors from `open` are rethrown.
    static func opening<Opened: Sendable>(_ path: String, _ open: () throws -> Opened) throws -> (
        Opened, LogCut?
    ) {
        try opening.withLock { _ in
            let cut = try check(path)
            return (try open(), cut)
        }
    }

    private static func check(_ path: String) throws -> LogCut? {
        // The log is next to the actual file and not next to a symbolic link.
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        let file = String(cString: real)
        // If another process opens the file while its log is being read, the result is not meaningful.
        for _ in 1...3 {
            guard let before = Stamp(file + "-wal"), before.size > 0, !isOpen(file) else { return nil }
            guard let state = state(of: file + "-wal", size: before.size) else { return nil }
            guard !isOpen(file), Stamp(file + "-wal") == before else { continue }
            return try cut(of: state, at: path)
        }
        return nil
    }

    private static func cut(of state: LogState, at path: String) throws(DatabaseFileError) -> LogCut? {
        switch state {
        case .whole: return nil
        case .cut(let cut): return cut
        case .damagedHeader:
            throw damaged(
                path, "the header of the log does not match its checksum; SQLite would ignore the whole log")
        case .damagedFrame(let cut, let committed):
            throw damaged(
                path,
                "frame \(cut.frame) at byte \(cut.offset) is not valid, although the later frame \(committed) was committed"
            )
        }
    }

    private static func damaged(_ path: String, _ reason: String) -> DatabaseFileError {
        let name = URL(filePath: path).lastPathComponent + "-wal"
        return DatabaseFileError(
            .corrupt, at: path + "-wal", "the database's write-ahead log is damaged",
            reason: "\(name): \(reason)",
            remedy: "keep a copy of the database and its log, and restore the last backup")
    }

    /// Returns the state of the log. Returns nil if the log cannot be read; SQLite then reports the reason
    /// when it opens the file.
    private static func state(of log: String, size: Int64) -> LogState? {
        let descriptor = open(log, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return try? LogScan.state(size: size) { offset, count in
            let wanted = Int(min(Int64(count), size - offset))
            var bytes = [UInt8](repeating: 0, count: max(0, wanted))
            var filled = 0
            while filled < bytes.count {
                let read = bytes.withUnsafeMutableBytes { buffer in
                    pread(
                        descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
                        off_t(offset) + off_t(filled))
                }
                if read < 0, errno == EINTR { continue }
                guard read >= 0 else { throw ReadFailure() }
                if read == 0 { break }
                filled += read
            }
            return Array(bytes.prefix(filled))
        }
    }

    private struct ReadFailure: Error {}

    /// Returns whether a connection in any process has the file at `path` open.
    static func isInUse(_ path: String) -> Bool {
        opening.withLock { _ in
            guard let real = realpath(path, nil) else { return false }
            defer { free(real) }
            return isOpen(String(cString: real))
        }
    }

    /// Returns whether a connection in any process has the database open.
    private static func isOpen(_ file: String) -> Bool {
        isOpenHere(file) || isLockedElsewhere(file + "-shm")
    }

    private static func isOpenHere(_ file: String) -> Bool {
        guard let identity = FileIdentity(at: file) else { return false }
        // If the list is unreadable, the file is assumed to be open, and the check is skipped.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else {
            return true
        }
        return names.contains { Int32($0).flatMap(FileIdentity.init(descriptor:)) == identity }
    }

    /// Returns whether another process has the database open. Also returns true if this cannot be determined.
    ///
    /// An open connection holds a shared lock on one byte of the shared-memory file.
    ///
    /// Source: SQLite, os_unix.c, `UNIX_SHM_DMS`; "WAL-mode File Format", section 2.
    private static func isLockedElsewhere(_ sharedMemory: String) -> Bool {
        let descriptor = open(sharedMemory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno != ENOENT }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 128
        lock.l_len = 1
        return fcntl(descriptor, F_GETLK, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
    }

    /// The file attributes that are compared to detect a change to the log.
    private struct Stamp: Equatable {
        let size: Int64
        let inode: ino_t
        let seconds: Int64
        let nanoseconds: Int

        init?(_ path: String) {
            guard let status = FileStatus(of: path) else { return nil }
            size = status.size
            inode = status.inode
            (seconds, nanoseconds) = status.modified
        }
    }
}
