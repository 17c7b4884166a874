package import Glibc

/// Functions that create output files, such as reports and exports, at paths that the user specified.
///
/// A file is overwritten only if the caller requests it. A symbolic link at the path is refused, because
/// another user could have created the link in a shared folder. Paths such as `/dev/stdout` are exceptions.
/// Symbolic links to folders in the rest of the path are followed.
///
/// Source: CWE-59, "Improper Link Resolution Before File Access"; OWASP ASVS 5.0 §5.3.2.
package enum OutputFile {
    /// A rule that determines which files may already exist at the path.
    package enum Existing: Hashable, Sendable {
        /// Nothing may exist at the path.
        case refused
        /// Nothing may exist at the path except an empty file, a device or a pipe. If one of these exists,
        /// the data is written to it.
        case unused
        /// Any file except a symbolic link may exist at the path. A regular file is replaced in one step. The
        /// new file has the permissions of the old file, whatever the umask is, and if possible its owner and
        /// group (see ``AtomicFile/takeAccess(from:atMost:)``).
        case replaced
    }

    /// Checks for an existing file that must not be overwritten, so that the user sees the problem before any
    /// time-consuming operation.
    ///
    /// - Throws: ``FileError`` with EEXIST if an existing file must not be overwritten, or with ELOOP for a
    ///   symbolic link.
    package static func check(_ path: String, _ existing: Existing) throws(FileError) {
        if existing != .refused, ownDescriptor(path) != nil { return }
        guard let found = FileStatus(at: path) else { return }
        if found.isLink { throw FileError(.make, ELOOP) }
        switch existing {
        case .refused: throw FileError(.make, EEXIST)
        case .unused: if found.isRegular, found.size > 0 { throw FileError(.make, EEXIST) }
        case .replaced: break
        }
    }

    /// Writes a whole file. With ``Existing/replaced``, a regular file at the path is not changed until the
    /// new content is complete.
    ///
    /// - Parameter mode: The permissions of a new file, limited by the umask. If they give access only to the
    ///   owner, a file that replaces another one has at most these permissions.
    package static func write(
        _ bytes: [UInt8], to path: String, _ existing: Existing, mode: mode_t = 0o644
    ) throws(FileError) {
        try check(path, existing)
        guard let found = FileStatus(at: path) else {
            return try AtomicFile.write(bytes, to: path, .new, mode: mode, syncing: .nothing)
        }
        if existing == .replaced, found.isRegular {
            guard access(path, W_OK) == 0 else { throw FileError(.make, errno) }
            // Until the file has its final permissions, only its owner can open it.
            let file = try AtomicFile(path, .replacing, mode: 0o600)
            file.takeAccess(from: found, atMost: mode & 0o077 == 0 ? mode : 0o777)
            try file.write(bytes)
            return try file.place(syncing: .nothing)
        }
        let descriptor = try opened(path, mode: mode)
        defer { close(descriptor) }
        try write(bytes, to: descriptor)
    }

    /// Opens a file that the caller writes in several steps. If the process is killed, the data that was
    /// already written remains.
    ///
    /// An existing file at the path must meet the conditions of ``Existing/unused``. Opening a pipe without a
    /// reader is an error.
    ///
    /// - Returns: A descriptor, which the caller must close.
    package static func opened(_ path: String, mode: mode_t = 0o644) throws(FileError) -> Int32 {
        try check(path, .unused)
        if let own = ownDescriptor(path) {
            let copy = fcntl(own, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw FileError(.make, errno) }
            return copy
        }
        let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
        let new = open(path, flags | O_CREAT | O_EXCL, mode)
        if new >= 0 { return new }
        guard errno == EEXIST else { throw FileError(.make, errno) }
        // Without O_NONBLOCK, opening a pipe would wait for its reader.
        let found = open(path, flags | O_NONBLOCK)
        guard found >= 0 else { throw FileError(.make, errno) }
        _ = fcntl(found, F_SETFL, O_WRONLY)
        // Another process may have written to the file after the check.
        if let status = FileStatus(descriptor: found), status.isRegular, status.size > 0 {
            close(found)
            throw FileError(.make, EEXIST)
        }
        return found
    }

    /// Returns the descriptor that a path such as `/dev/stdout` or `/dev/fd/63` refers to. Returns nil for
    /// any other path.
    ///
    /// The system creates these paths as links to the files that a process has opened.
    private static func ownDescriptor(_ path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
                return Int32(path.dropFirst(folder.count))
            }
            return nil
        }
    }

    /// Writes all of `bytes` to an open file.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(.write, errno) }
            rest = rest.dropFirst(count)
        }
    }
}
