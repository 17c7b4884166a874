package import Glibc

/// A file that appears at its path only after it is complete, except with ``Placing/new``. By default, the
/// file is synced to disk when it is placed at its path.
///
/// If this object is discarded or released before the file is placed, the file is removed. If the process is
/// killed before the file is placed, an incomplete file may remain: at the path with ``Placing/new``,
/// otherwise under the temporary name.
package final class AtomicFile {
    /// A rule that determines whether a file may already exist at the path, and when the new file appears
    /// there.
    package enum Placing: Hashable, Sendable {
        /// The path must be unused; even a dangling symbolic link is refused. The new file is written
        /// directly at the path.
        case new
        /// Nothing may exist at the path. The new file is written under a temporary name, so that readers
        /// never see a partially written file at the path.
        case newWhole
        /// A file that exists at the path is replaced in one step. Readers never see a partially written file
        /// at the path.
        case replacing
    }

    /// The data that is synced to disk when the file is placed.
    package enum Syncing: Hashable, Sendable {
        /// Nothing is synced. The system writes the file to disk at some later time.
        case nothing
        /// The content is synced, but the folder that contains the file is not.
        case file
        /// The content and the folder that contains the file are synced.
        case fileAndFolder
    }

    private let path: String
    private let placing: Placing
    /// The path at which the content is written before the file is placed.
    private let writtenPath: String
    private let descriptor: Int32
    private var isClosed = false
    /// Whether the file has been placed or discarded. If so, there is nothing left to remove.
    private var isPlaced = false

    /// Creates an empty file, under a temporary name unless `placing` is ``Placing/new``.
    ///
    /// - Parameters:
    ///   - mode: The permissions, limited by the umask.
    ///   - isExact: Whether the permissions are set regardless of the umask.
    ///   - temporaryPath: The temporary path, which must be on the same file system. If a killed process has
    ///     left a file there, that file is removed.
    package init(
        _ path: String, _ placing: Placing, mode: mode_t, isExact: Bool = false,
        through temporaryPath: String? = nil
    ) throws(FileError) {
        let writtenPath = placing == .new ? path : temporaryPath ?? AtomicFile.temporaryPath(for: path)
        if placing != .new { unlink(writtenPath) }
        let descriptor = open(writtenPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw FileError(.make, errno) }
        if isExact, fchmod(descriptor, mode) != 0 {
            let number = errno
            close(descriptor)
            unlink(writtenPath)
            throw FileError(.make, number)
        }
        self.path = path
        self.placing = placing
        self.writtenPath = writtenPath
        self.descriptor = descriptor
    }

    deinit { discard() }

    /// Writes a whole file and places it at its path.
    ///
    /// For the parameters, see the initializer, ``write(_:)`` and ``place(modified:syncing:)``.
    package static func write(
        _ bytes: [UInt8], to path: String, _ placing: Placing, mode: mode_t, isExact: Bool = false,
        through temporaryPath: String? = nil, modified: Int64? = nil, syncing: Syncing = .fileAndFolder
    ) throws(FileError) {
        let file = try AtomicFile(path, placing, mode: mode, isExact: isExact, through: temporaryPath)
        try file.write(bytes)
        try file.place(modified: modified, syncing: syncing)
    }

    /// Gives the file the owner, the group and the permissions of the file that it will replace, regardless
    /// of the umask. Call this method before writing the content.
    ///
    /// Only root can change a file's owner, and other users can choose only from their own groups. If the
    /// group stays different, it and all other users get only the permissions that both had, so that no
    /// account gains access. If the file system refuses the permissions, the file keeps those with which it was created.
    ///
    /// Source: Vim src/bufwrite.c, `buf_write`, which limits the permissions of a copied file in this way.
    ///
    /// - Parameters:
    ///   - old: The status of the file that will be replaced.
    ///   - most: The maximum permissions of the file.
    package func takeAccess(from old: FileStatus, atMost most: mode_t = 0o777) {
        // An id of -1 leaves the owner unchanged.
        if fchown(descriptor, old.owner, old.group) != 0 { _ = fchown(descriptor, uid_t.max, old.group) }
        let isInGroup = FileStatus(descriptor: descriptor)?.group == old.group
        // Members of the old group count as other users now, and members of the new group did before.
        let shared = old.mode & (old.mode >> 3) & 0o007
        let mode = isInGroup ? old.mode : old.mode & 0o700 | shared << 3 | shared
        _ = fchmod(descriptor, mode & most)
    }

    /// Appends all of `bytes`.
    package func write(_ bytes: [UInt8]) throws(FileError) { try OutputFile.write(bytes, to: descriptor) }

    /// Places the file at its path.
    ///
    /// - Parameters:
    ///   - modified: The modification time in Unix seconds, or nil for the current time.
    ///   - syncing: The data that must be on disk when this function returns.
    /// - Throws: ``FileError``. The step is ``FileError/Step/place``, with EEXIST, if an existing file must
    ///   not be replaced. If the step is ``FileError/Step/syncFolder``, a file that was moved from its
    ///   temporary name stays at its path.
    package func place(modified: Int64? = nil, syncing: Syncing = .fileAndFolder) throws(FileError) {
        if let modified {
            let time = timespec(tv_sec: Int(modified), tv_nsec: 0)
            _ = [time, time].withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
        }
        if syncing != .nothing, fsync(descriptor) != 0 { throw FileError(.sync, errno) }
        if placing != .new {
            try Self.place(writtenPath, at: path, isReplacing: placing == .replacing)
            isPlaced = true
        }
        if syncing == .fileAndFolder { try Self.syncFolder(of: path) }
        isPlaced = true
        closeDescriptor()
    }

    /// Removes the file if it was not placed.
    package func discard() {
        closeDescriptor()
        if !isPlaced { unlink(writtenPath) }
        isPlaced = true
    }

    private func closeDescriptor() {
        if !isClosed { close(descriptor) }
        isClosed = true
    }

    // MARK: Separate steps, for files that other code writes

    /// Moves a complete file from its temporary path to its final path.
    ///
    /// - Throws: ``FileError/Step/place`` with EEXIST if there is a file that must not be replaced. In that
    ///   case, the temporary file remains.
    package static func place(
        _ temporaryPath: String, at path: String, isReplacing: Bool
    ) throws(FileError) {
        // link(2) never replaces a file.
        let result = isReplacing ? rename(temporaryPath, path) : link(temporaryPath, path)
        guard result == 0 else { throw FileError(.place, errno) }
        if !isReplacing { unlink(temporaryPath) }
    }

    /// Syncs a file or a folder to disk. Syncing a folder syncs its list of files, but not their content.
    package static func sync(_ path: String) throws(FileError) { try sync(path, as: .sync) }

    /// Syncs the folder that contains a file, so that the file is still at its path after a power failure.
    package static func syncFolder(of path: String) throws(FileError) {
        try sync(folder(of: path), as: .syncFolder)
    }

    /// Returns the folder that contains the last component of a path.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the last component of a path.
    package static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func sync(_ path: String, as step: FileError.Step) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(step, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(step, errno) }
    }

    /// Returns a hidden temporary path in the folder that contains the file. The name contains the process
    /// id, so that two processes do not use the same path.
    private static func temporaryPath(for path: String) -> String {
        "\(folder(of: path))/.\(name(of: path)).\(getpid()).new"
    }
}

/// The error for a file that could not be created, with the step that failed and the system's error number.
package struct FileError: Error, Hashable, Sendable {
    /// A step in creating a file.
    package enum Step: Hashable, Sendable {
        /// Creating the empty file.
        case make
        /// Writing the content.
        case write
        /// Syncing the content to disk.
        case sync
        /// Moving the file to its path.
        case place
        /// Syncing the folder that contains the file.
        case syncFolder
    }

    /// The step that failed.
    package let step: Step
    /// The system's error number, such as `ENOSPC`.
    package let number: Int32

    /// Creates the error for a failed step.
    package init(_ step: Step, _ number: Int32) {
        self.step = step
        self.number = number
    }

    /// The system's description of the error, such as `No space left on device`.
    package var reason: String { systemWords(for: number) }
}

/// Returns the system's description of an error number, such as `No space left on device`.
package func systemWords(for number: Int32 = errno) -> String { String(cString: strerror(number)) }
