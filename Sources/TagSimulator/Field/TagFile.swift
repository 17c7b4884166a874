import Foundation
import Glibc
public import TagDumps
public import TagKit

/// The file in which a tag stands: locked while the tag is in use, and replaced as a whole by every write.
///
/// A new file is written beside the old one and renamed over it, so that a killed program leaves the old or the
/// new tag, never a half; the last one is forced to the disk when the tag is given back. The lock is on the file itself: it is taken on the new one
/// before the rename, so that at no moment a second program finds the path unlocked. A file that somebody without
/// a lock has changed, replaced or deleted meanwhile is left as it is.
public final class TagFile: @unchecked Sendable {
    /// The file, symbolic links followed.
    public let path: String
    private let permissions: mode_t
    /// Holds the lock; replaced by every write. Used by the one field that has the tag, never by two threads.
    private var descriptor: Int32
    /// How the file was when this program read or wrote it last.
    private var known: FileMark
    /// The tag was written, so the file is not the one that was opened.
    private var isChanged = false

    /// Opens and locks the file of a tag.
    ///
    /// - Returns: The lock, and the tag as the file describes it.
    /// - Throws: `fileNotFound`, `fileBusy` when another program (or another reader here) has the tag in use,
    ///   `fileMalformed` with the dump's own error as its cause.
    public static func open(_ path: String) throws(TagError) -> (file: TagFile, image: TagImage) {
        let file = try TagFile(locking: path)
        let bytes = try RegularFile.contents(of: file.descriptor, called: path)
        do throws(DumpError) {
            // Writes make a Flipper file of it: another format would be changed behind its owner's back.
            guard try DumpFormat(of: bytes, named: path) == .flipper else {
                throw DumpError(
                    .notRepresentable, "a tag is kept in Flipper's .nfc format alone",
                    remedy: "convert the file into that format", help: .convert(path))
            }
            return (file, try TagImage(reading: bytes, named: path))
        } catch {
            throw TagError(
                .fileMalformed, "\(path) is no file of a tag",
                reason: error.reason.isEmpty ? error.summary : "\(error.summary): \(error.reason)",
                remedy: error.code == .unknownFormat ? flipperAlone : error.remedy,
                help: error.code == .unknownFormat ? .makeTagFile : nil, underlying: error)
        }
    }

    private static let flipperAlone = "a tag is kept in Flipper's .nfc format alone: make one"

    private init(locking path: String) throws(TagError) {
        self.path = URL(filePath: path).resolvingSymlinksInPath().path
        while true {
            let opened = try RegularFile.open(self.path, called: path)
            guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
                close(opened)
                throw TagError(
                    .fileBusy, "the tag in \(path) is in use",
                    reason: "another program holds the lock on that file",
                    remedy: "end the other program, or take another file")
            }
            // The other program may have replaced the file between our open and our lock.
            if let held = FileMark(of: opened), held == FileMark(at: self.path) {
                descriptor = opened
                permissions = held.permissions
                known = held
                return
            }
            close(opened)
        }
    }

    /// Page by page that would cost more than the writes themselves, and a killed program loses nothing by it.
    deinit {
        if isChanged { forceToDisk() }
        Self.release(descriptor)
    }

    /// Closing alone does not unlock while a child of this program is between fork and exec.
    private static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Replaces the file by the tag as it stands now.
    ///
    /// - Throws: `fileNotWritable`; the file is then the old one.
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
        // One name for all: whoever has the lock may take away what a killed program left behind.
        let temporary =
            (path as NSString).deletingLastPathComponent + "/.\((path as NSString).lastPathComponent).new"
        unlink(temporary)
        let new = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard new >= 0 else { throw notWritable() }
        guard Self.write(text, to: new), fchmod(new, permissions) == 0,
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

    /// A file that is not as this program left it, or that its owner closed against writes, is not replaced.
    private func checkUnchanged() throws(TagError) {
        let found = FileMark(at: path)
        if found == known, permissions & 0o222 != 0, access(path, W_OK) == 0 { return }
        let reason =
            found == nil
            ? "it was deleted meanwhile"
            : found == known ? "it is read-only" : "another program has changed it meanwhile"
        throw TagError(
            .fileNotWritable, "\(path) cannot be written", reason: reason,
            remedy: found == known ? "make it writable with `chmod u+w`" : "open the tag again")
    }

    /// The last replacement; the rename itself is on the disk when the folder is.
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
                "the file is replaced as a whole: its folder has to be writable and the disk must have room")
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func systemMessage() -> String { String(cString: strerror(errno)) }
}

/// Reading of files whose names come from outside: nothing that could be waited for, or read, for ever.
enum RegularFile {
    /// The most bytes of a tag's file or a script.
    static let limit = 1 << 20
    /// One byte more is enough to refuse it.
    private static let mostBytes = limit + 1

    /// The bytes of a file, at most 1 MiB and one byte.
    ///
    /// - Throws: `fileNotFound` for what cannot be opened or read, and for pipes, folders and devices.
    static func contents(of path: String) throws(TagError) -> [UInt8] {
        let descriptor = try open(path, called: path)
        defer { close(descriptor) }
        return try contents(of: descriptor, called: path)
    }

    /// Opens a file to be read; messages call it `name`.
    static func open(_ path: String, called name: String) throws(TagError) -> Int32 {
        let isScript = name.hasSuffix(".script")
        let opened = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else {
            throw TagError(
                .fileNotFound, "\(name) cannot be opened", reason: String(cString: strerror(errno)),
                remedy: isScript ? "check the path of the script" : "make the file of a tag first",
                help: isScript ? nil : .makeTag(name))
        }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw TagError(.fileNotFound, "\(name) is no file", remedy: "name the file of a tag")
        }
        return opened
    }

    /// The bytes from the descriptor's place on, at most 1 MiB and one byte.
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

/// What tells whether a file is still the one that was seen before: which file it is, its size and its last change.
struct FileMark: Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int
    private let changedSeconds: Int
    private let changedNanoseconds: Int
    let permissions: mode_t

    /// The mark of the file at a path; nil when there is none.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The mark of an open file.
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

/// A lock on a folder of tags. Without it, two readers of the same folder would take each other's tags.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Locks a folder until this object is released.
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
                reason: "another program holds the lock on that folder",
                remedy: "end the other program, or take another folder")
        }
        descriptor = opened
    }

    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
