package import Glibc

/// A file that appears whole or not at all, and that is on the disk once it has appeared.
///
/// Until it is placed, nothing has happened: discarded or let go, it leaves nothing behind. A killed program may leave
/// what it wrote under the temporary name; a file of ``Placing/new`` is then cut short.
package final class AtomicFile {
    /// What may stand at the path, and when the file is seen there.
    package enum Placing: Hashable, Sendable {
        /// Nothing may stand there, not even a link that leads nowhere. The file is written in its place.
        case new
        /// Nothing may stand there. The file is written under a temporary name, so that nobody sees a part of it.
        case newWhole
        /// Another file may stand there, which is replaced in one step; nobody sees a part of the new one.
        case replacing
    }

    /// What a power cut cannot take away once the file is placed.
    package enum Syncing: Hashable, Sendable {
        /// Nothing: the disk gets the file when the system sees fit.
        case nothing
        /// The bytes; the name follows when the folder is synced.
        case file
        /// The bytes and the name.
        case fileAndFolder
    }

    private let path: String
    private let placing: Placing
    /// Where the bytes are until the file is placed.
    private let writtenPath: String
    private let descriptor: Int32
    private var isClosed = false
    /// From here on what stands at the written path is not ours to remove.
    private var isPlaced = false

    /// Makes an empty file, under a temporary name unless it is ``Placing/new``.
    ///
    /// - Parameters:
    ///   - mode: Who may read and write it, as far as the umask allows.
    ///   - isExact: Whether the umask takes nothing from the mode.
    ///   - temporaryPath: The temporary name, on the same file system; what a killed program left there is removed.
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

    /// Writes a whole file and places it; the parameters are those of the single steps.
    package static func write(
        _ bytes: [UInt8], to path: String, _ placing: Placing, mode: mode_t, isExact: Bool = false,
        through temporaryPath: String? = nil, modified: Int64? = nil, syncing: Syncing = .fileAndFolder
    ) throws(FileError) {
        let file = try AtomicFile(path, placing, mode: mode, isExact: isExact, through: temporaryPath)
        try file.write(bytes)
        try file.place(modified: modified, syncing: syncing)
    }

    /// Writes all of `bytes` behind what was written before.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(.write, errno) }
            written += count
        }
    }

    /// Gives the file its name.
    ///
    /// - Parameters:
    ///   - modified: When it was last modified, in Unix seconds, where that is not now.
    ///   - syncing: What has to be on the disk before this returns.
    /// - Throws: Where something stands at the path that may not be replaced, the step is ``FileError/Step/make`` or
    ///   ``FileError/Step/place``, and the number EEXIST. After ``FileError/Step/syncFolder`` a file that was written
    ///   under a temporary name stays.
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

    /// Removes what was written, unless it has its place.
    package func discard() {
        closeDescriptor()
        if !isPlaced { unlink(writtenPath) }
        isPlaced = true
    }

    private func closeDescriptor() {
        if !isClosed { close(descriptor) }
        isClosed = true
    }

    // MARK: Single steps, for files that something else writes

    /// Gives a file that is whole its name; the temporary one is gone afterwards.
    ///
    /// - Throws: ``FileError/Step/place`` with EEXIST where something stands there that may not be replaced; the
    ///   temporary name stays then.
    package static func place(
        _ temporaryPath: String, at path: String, isReplacing: Bool
    ) throws(FileError) {
        // link(2) never takes the place of a file.
        let result = isReplacing ? rename(temporaryPath, path) : link(temporaryPath, path)
        guard result == 0 else { throw FileError(.place, errno) }
        if !isReplacing { unlink(temporaryPath) }
    }

    /// Brings a file, or the names in a folder, to the disk.
    package static func sync(_ path: String) throws(FileError) { try sync(path, as: .sync) }

    /// Brings the name of a file to the disk.
    package static func syncFolder(of path: String) throws(FileError) {
        try sync(folder(of: path), as: .syncFolder)
    }

    /// The folder in which a path's last component stands.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func sync(_ path: String, as step: FileError.Step) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(step, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(step, errno) }
    }

    /// Beside the path, hidden, and of this process alone.
    private static func temporaryPath(for path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return "\(folder(of: path))/.\(name).\(getpid()).new"
    }
}

/// Why a file could not be made: the step that failed, and what the system says.
package struct FileError: Error, Hashable, Sendable {
    /// A step on the way to a whole file.
    package enum Step: Hashable, Sendable {
        /// Making an empty file.
        case make
        /// Writing the bytes.
        case write
        /// Bringing the bytes to the disk.
        case sync
        /// Giving the file its name.
        case place
        /// Bringing the name to the disk.
        case syncFolder
    }

    /// The step that failed.
    package let step: Step
    /// The system's number, as `ENOSPC`.
    package let number: Int32

    /// An error of a step.
    package init(_ step: Step, _ number: Int32) {
        self.step = step
        self.number = number
    }

    /// What the system says: `No space left on device`.
    package var reason: String { String(cString: strerror(number)) }
}
