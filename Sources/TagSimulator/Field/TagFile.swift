import Foundation
import Glibc
public import TagDumps
public import TagKit

/// The file that stores a virtual tag. It is locked while the tag is in use. Every change to the tag replaces
/// the whole file.
///
/// The replacement is atomic: if the program is killed, the file contains either the old or the new tag. The
/// file is synced to disk when the tag is released. If another program ignores the lock and changes, replaces
/// or deletes the file, the file is not overwritten.
public final class TagFile: @unchecked Sendable {
    /// The path of the file, with symbolic links resolved.
    public let path: String
    private let permissions: mode_t
    /// The descriptor of the locked file. It changes with each replacement of the file. Only the field that
    /// contains the tag uses the descriptor, and never from two threads at the same time.
    private var descriptor: Int32
    /// The state of the file after this program last read or wrote it.
    private var known: FileMark
    /// Whether this object has replaced the file since it opened the file.
    private var isChanged = false

    /// Opens and locks a tag file.
    ///
    /// - Returns: The locked file, and the tag that it describes.
    /// - Throws: `fileNotFound`; `fileBusy` if another program, or another reader in this program, is using
    ///   the tag; `fileMalformed`, with the error of the dump reader as its cause.
    public static func open(_ path: String) throws(TagError) -> (file: TagFile, image: TagImage) {
        let file = try TagFile(locking: path)
        let bytes = try RegularFile.contents(of: file.descriptor, called: path)
        do throws(DumpError) {
            // Writes use Flipper's format. A file in a different format would be converted without its
            // owner's consent.
            guard try DumpFormat(of: bytes, named: path) == .flipper else {
                throw DumpError(
                    .notRepresentable, "a virtual tag must be in Flipper's .nfc format",
                    remedy: "convert the file to that format", help: .convert(path))
            }
            return (file, try TagImage(reading: bytes, named: path))
        } catch {
            throw TagError(
                .fileMalformed, "\(path) cannot be used as a virtual tag",
                reason: error.reason.isEmpty ? error.summary : "\(error.summary): \(error.reason)",
                remedy: error.code == .unknownFormat ? flipperAlone : error.remedy,
                help: error.code == .unknownFormat ? .makeTagFile : nil, underlying: error)
        }
    }

    private static let flipperAlone =
        "use a file in Flipper's .nfc format"

    private init(locking path: String) throws(TagError) {
        self.path = URL(filePath: path).resolvingSymlinksInPath().path
        while true {
            let opened = try RegularFile.open(self.path, called: path)
            guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
                close(opened)
                throw TagError(
                    .fileBusy, "the tag in \(path) is in use",
                    reason: "another program has locked that file",
                    remedy: "close the other program, or use another file")
            }
            // Another program may have replaced the file between opening and locking it.
            if let held = FileMark(of: opened), held == FileMark(at: self.path) {
                descriptor = opened
                permissions = held.permissions
                known = held
                return
            }
            close(opened)
        }
    }

    /// Syncs the file once, at the end. Syncing it after each page would take longer than the writes
    /// themselves. If the program is killed before the sync, no data is lost.
    deinit {
        if isChanged { forceToDisk() }
        Self.release(descriptor)
    }

    /// Releases the lock and closes the file. Closing alone is not sufficient: a child process that has been
    /// forked but has not called `exec` yet would keep the lock.
    private static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Replaces the file with the tag's current state.
    ///
    /// - Throws: `fileNotWritable`. In this case, the file is not modified.
    public func replace(with image: TagImage) throws(TagError) {
        let text: [UInt8]
        do throws(DumpError) {
            text = try image.contents(as: .flipper)
        } catch {
            throw TagError(
                .fileNotWritable, "\(path) cannot be written: \(error.summary)", reason: error.reason,
                remedy: error.remedy, underlying: error)
        }
        try checkUnchanged()
        // The name is always the same, so that the holder of the lock can remove the file of a program that was
        // killed.
        let temporary =
            (path as NSString).deletingLastPathComponent + "/.\((path as NSString).lastPathComponent).new"
        unlink(temporary)
        let new = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard new >= 0 else { throw notWritable() }
        guard text.passed(to: { Glibc.write(new, $0.baseAddress, $0.count) }), fchmod(new, permissions) == 0,
            flock(new, LOCK_EX | LOCK_NB) == 0, let mark = FileMark(of: new), rename(temporary, path) == 0
        else {
            let error = notWritable()
            close(new)
            unlink(temporary)
            throw error
        }
        Self.release(descriptor)
        descriptor = new
        known = mark
        isChanged = true
    }

    /// Throws `fileNotWritable` if another program has changed or deleted the file, or if the file is
    /// read-only.
    private func checkUnchanged() throws(TagError) {
        let found = FileMark(at: path)
        if found == known, permissions & 0o222 != 0, access(path, W_OK) == 0 { return }
        let reason =
            found == nil
            ? "the file has been deleted"
            : found == known ? "the file is read-only" : "another program has changed the file"
        throw TagError(
            .fileNotWritable, "\(path) cannot be written", reason: reason,
            remedy: found == nil
                ? "create the tag file again"
                : found == known
                    ? "make the file writable: run `chmod u+w \(path)`" : "try again with the changed file")
    }

    /// Syncs the file's content, and then its folder, which makes the rename durable.
    private func forceToDisk() {
        fsync(descriptor)
        let folder = Glibc.open(
            (path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private func notWritable() -> TagError {
        TagError(
            .fileNotWritable, "\(path) cannot be written", reason: Self.systemMessage(),
            remedy:
                "make the folder writable, and check that the disk has free space: "
                + "each change to the tag is saved by replacing the file"
        )
    }

    private static func systemMessage() -> String { String(cString: strerror(errno)) }
}

extension [UInt8] {
    /// Passes the bytes to a system call that may take only some of them, until all are taken. Returns false
    /// if the call fails.
    func passed(to call: (UnsafeRawBufferPointer) -> Int) -> Bool {
        var rest = self[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes(call)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// Functions that read regular files whose names a user entered. They do not block, and they limit the number
/// of bytes that are read.
enum RegularFile {
    /// The maximum size of a tag file or a script in bytes.
    static let limit = 1 << 20
    /// The maximum number of bytes to read: one more than the limit, so that the caller can detect a file
    /// that is too large.
    private static let mostBytes = limit + 1

    /// Returns the bytes of a file, at most 1 MiB plus one byte. If the result has more than 1 MiB, the file
    /// is too large.
    ///
    /// - Throws: `fileNotFound` for a path that cannot be opened or read, and for pipes, folders and devices.
    static func contents(of path: String) throws(TagError) -> [UInt8] {
        let descriptor = try open(path, called: path)
        defer { close(descriptor) }
        return try contents(of: descriptor, called: path)
    }

    /// Opens a regular file for reading and returns its descriptor. Error messages use `name` for the file.
    static func open(_ path: String, called name: String) throws(TagError) -> Int32 {
        let isScript = name.hasSuffix(".script")
        let opened = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else {
            let number = errno
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
            let canBeMade = !isScript && number == ENOENT && access(String(folder), F_OK) == 0
            throw TagError(
                .fileNotFound, "\(name) cannot be opened", reason: String(cString: strerror(number)),
                remedy: canBeMade
                    ? "create the tag file first"
                    : isScript ? "check the path of the script" : "check the path and its permissions",
                help: canBeMade ? .makeTag(name) : nil)
        }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw TagError(.fileNotFound, "\(name) is not a file", remedy: "use a tag file")
        }
        return opened
    }

    /// Reads from the descriptor's position to the end of the file, at most 1 MiB plus one byte. If the
    /// result has more than 1 MiB, the file is too large. Throws `fileNotFound` if the file cannot be read.
    static func contents(of descriptor: Int32, called name: String) throws(TagError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < mostBytes {
            let count = read(descriptor, &buffer, min(buffer.count, mostBytes - bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw TagError(
                    .fileNotFound, "\(name) cannot be read", reason: String(cString: strerror(errno)))
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}

/// The identity, size, modification time and permissions of a file. If two marks of the same path differ, the
/// file was changed or replaced after the first mark was created.
struct FileMark: Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int
    private let changedSeconds: Int
    private let changedNanoseconds: Int
    let permissions: mode_t

    /// Records the identity, size, modification time and permissions of the file at a path. Returns nil if
    /// the file does not exist or cannot be accessed.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Records the identity, size, modification time and permissions of an open file. Returns nil if the
    /// descriptor is invalid.
    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        changedSeconds = Int(status.st_mtim.tv_sec)
        changedNanoseconds = Int(status.st_mtim.tv_nsec)
        permissions = status.st_mode & 0o777
    }
}

/// A lock on a folder of tag files. Without it, two readers that use the same folder would take tags from
/// each other.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Locks a folder. The lock is released when this object is deinitialized.
    ///
    /// - Throws: `fileNotFound`; `fileBusy` if another reader uses the folder.
    init(_ path: String) throws(TagError) {
        let opened = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else {
            throw TagError(
                .fileNotFound, "the folder \(path) cannot be opened",
                reason: String(cString: strerror(errno)),
                remedy: "check the path and its permissions")
        }
        // Some network file systems do not support this lock. Each file is still locked.
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            close(opened)
            throw TagError(
                .fileBusy, "the tags in \(path) are in use",
                reason: "another program has locked that folder",
                remedy: "close the other program, or use another folder")
        }
        descriptor = opened
    }

    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
