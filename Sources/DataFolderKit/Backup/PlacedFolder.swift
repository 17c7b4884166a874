import Documents
import FailureKit
import FileKit
import Foundation

/// A folder that is made under another name beside its place and takes the place whole.
///
/// Killed before, there is a folder `.NAME.XXXXXX` that nobody reads, and the place is as it was.
final class PlacedFolder {
    /// Where it is made: beside its place, open to its owner alone.
    let temporaryPath: String
    private let path: String
    /// From here on what stands at the temporary path is not ours to remove.
    private var hasTakenPlace = false

    /// Makes an empty folder beside `path`.
    ///
    /// - Throws: exit 73.
    init(for path: String) throws {
        let url = URL(filePath: path).resolvingSymlinksInPath()
        self.path = url.path
        let parent = url.deletingLastPathComponent().path
        try NewFile.makeFolder(parent)
        var template = Array("\(parent)/.\(url.lastPathComponent).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Self.notMade(path, errno) }
        temporaryPath = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Makes a folder in it.
    func makeFolder(_ name: String) throws {
        guard mkdir("\(temporaryPath)/\(name)", 0o700) == 0 || errno == EEXIST else {
            throw Self.notMade(path, errno)
        }
    }

    /// Makes a file of mode 0600 in it, on the disk before this returns.
    func write(_ text: String, to name: String) throws {
        let path = "\(temporaryPath)/\(name)"
        do {
            try AtomicFile.write(Array(text.utf8), to: path, .new, mode: 0o600, syncing: .file)
        } catch {
            throw Self.notMade(path, error)
        }
    }

    /// Takes the place where nothing stands, or an empty folder.
    ///
    /// - Throws: exit 73 when something stands there; it stays as it is.
    func place() throws {
        try sync()
        // rename(2) puts a folder in the place of an empty one, and of nothing else.
        guard rename(temporaryPath, path) == 0 else { throw Self.notMade(path, errno) }
        hasTakenPlace = true
        try Self.sync(folder: URL(filePath: path).deletingLastPathComponent().path)
    }

    /// Takes the place of a folder in one step, and keeps that one under a name of its own.
    ///
    /// - Parameter name: What the old folder is called behind the place's own name; where something is called so, with
    ///   a number behind it.
    /// - Returns: Where the old folder stands now.
    /// - Throws: exit 73; nothing has changed then.
    func exchange(keepingOldAs name: String) throws -> String {
        let kept = Self.free("\(path).\(name)")
        try sync()
        guard Self.exchange(temporaryPath, path) else { throw Self.notMade(path, errno) }
        hasTakenPlace = true
        try Self.sync(folder: URL(filePath: path).deletingLastPathComponent().path)
        // The new data stand in their place already; the old ones only want their name.
        return rename(temporaryPath, kept) == 0 ? kept : temporaryPath
    }

    /// A path at which nothing stands: this one, or this one and a number.
    private static func free(_ path: String) -> String {
        guard access(path, F_OK) == 0 else { return path }
        var number = 2
        while access("\(path)-\(number)", F_OK) == 0 { number += 1 }
        return "\(path)-\(number)"
    }

    /// Removes what was made, where it has not taken its place.
    func discard() {
        if !hasTakenPlace { try? FileManager.default.removeItem(atPath: temporaryPath) }
    }

    /// Source: renameat2(2), whose declaration the toolchain's headers keep to GNU sources.
    private static func exchange(_ one: String, _ other: String) -> Bool {
        typealias Rename =
            @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
        guard let symbol = dlsym(nil, "renameat2") else {
            errno = ENOSYS
            return false
        }
        let renameExchange: UInt32 = 1 << 1
        return unsafeBitCast(symbol, to: Rename.self)(AT_FDCWD, one, AT_FDCWD, other, renameExchange) == 0
    }

    private func sync() throws {
        let secrets = "\(temporaryPath)/\(BackupManifest.secrets)"
        if access(secrets, F_OK) == 0 { try Self.sync(folder: secrets) }
        try Self.sync(folder: temporaryPath)
    }

    private static func sync(folder: String) throws {
        do {
            try AtomicFile.sync(folder)
        } catch {
            throw notMade(folder, error)
        }
    }

    /// What keeps a file from being made.
    static func notMade(_ path: String, _ error: FileError) -> CommandError {
        error.step == .write ? OpenFile.notWritten(error.number) : notMade(path, error.number)
    }

    /// What the system says when something cannot be made: exit 73, or 74 for a full or failing disk.
    static func notMade(_ path: String, _ error: Int32) -> CommandError {
        let isDisk = [ENOSPC, EDQUOT, EIO].contains(error)
        let remedy =
            switch error {
            case ENOSPC, EDQUOT: "free some space and try again"
            case EEXIST, ENOTEMPTY: "take another name"
            default: "check the path and who may write there"
            }
        return CommandError(
            isDisk ? .inputOutput : .cannotCreate, code: "fileNotWritable", "cannot make \(path)",
            reason: String(cString: strerror(error)), remedy: remedy)
    }
}
