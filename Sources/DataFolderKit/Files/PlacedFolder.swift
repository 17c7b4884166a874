import Documents
import FailureKit
import FileKit
import Foundation

/// A folder that is created under a temporary name next to its final path, and then moved to that path in one
/// step.
///
/// If the process is killed before the move, the final path is unchanged, and a person can delete the
/// temporary folder. The temporary folder for `data`, for example, is named `.data.` followed by a random
/// suffix.
package final class PlacedFolder {
    /// The temporary path, next to the final path. Only the owner has access.
    package let temporaryPath: String
    private let path: String
    /// Whether the folder was moved to its final path. If true, the temporary path must not be removed.
    private var hasTakenPlace = false

    /// Creates an empty temporary folder next to `path`.
    ///
    /// - Throws: An error with exit code 73, or 74 if the disk is full.
    package init(for path: String) throws {
        let url = URL(filePath: path).resolvingSymlinksInPath()
        self.path = url.path
        let parent = url.deletingLastPathComponent().path
        try NewFile.makeFolder(parent)
        temporaryPath = try Self.making(path) { () throws(FileError) in
            try NewFile.uniqueFolder("\(parent)/.\(url.lastPathComponent).")
        }
    }

    /// Creates a folder inside the temporary folder.
    func makeFolder(_ name: String) throws {
        guard mkdir("\(temporaryPath)/\(name)", 0o700) == 0 || errno == EEXIST else {
            throw Self.notMade(path, errno)
        }
    }

    /// Writes a file with mode 0600 inside the temporary folder. The file is synced to disk before this
    /// function returns.
    func write(_ text: String, to name: String) throws {
        let path = "\(temporaryPath)/\(name)"
        try Self.making(path) { () throws(FileError) in
            try AtomicFile.write(Array(text.utf8), to: path, .new, mode: 0o600, syncing: .file)
        }
    }

    /// Moves the folder to its final path. An empty folder at that path is replaced.
    ///
    /// - Throws: An error with exit code 73, for example if anything other than an empty folder exists at the
    ///   final path. The code is 74 if the disk is full or failing.
    package func place() throws {
        try sync()
        // rename(2) replaces an empty folder, but nothing else.
        guard rename(temporaryPath, path) == 0 else { throw Self.notMade(path, errno) }
        hasTakenPlace = true
        try Self.sync(folder: URL(filePath: path).deletingLastPathComponent().path)
    }

    /// Exchanges the folder with the folder at its final path in one step, and keeps the old folder under
    /// another name.
    ///
    /// - Parameter name: The suffix of the old folder's new path. If that path exists, a number is added.
    /// - Returns: The new path of the old folder.
    /// - Throws: An error with exit code 73 or 74. If the exchange itself failed, nothing has changed.
    func exchange(keepingOldAs name: String) throws -> String {
        let kept = Self.free("\(path).\(name)")
        try sync()
        guard Self.exchange(temporaryPath, path) else { throw Self.notMade(path, errno) }
        hasTakenPlace = true
        try Self.sync(folder: URL(filePath: path).deletingLastPathComponent().path)
        // The new data is already at its final path. Only the old folder must still be renamed.
        return rename(temporaryPath, kept) == 0 ? kept : temporaryPath
    }

    /// Returns the path, with a number added if the path already exists.
    private static func free(_ path: String) -> String {
        guard access(path, F_OK) == 0 else { return path }
        var number = 2
        while access("\(path)-\(number)", F_OK) == 0 { number += 1 }
        return "\(path)-\(number)"
    }

    /// Removes the temporary folder, unless it was moved to its final path.
    package func discard() {
        if !hasTakenPlace { try? FileManager.default.removeItem(atPath: temporaryPath) }
    }

    /// Atomically exchanges two paths.
    ///
    /// Source: renameat2(2). The toolchain's headers declare this function only if `_GNU_SOURCE` is defined.
    ///
    /// - Returns: Whether the paths were exchanged. If not, `errno` contains the reason.
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
        try making(folder) { () throws(FileError) in try AtomicFile.sync(folder) }
    }

    /// Performs a step in creating the file or folder at a path, and translates the step's error.
    static func making<Value>(_ path: String, _ step: () throws(FileError) -> Value) throws -> Value {
        do {
            return try step()
        } catch {
            throw notMade(path, error)
        }
    }

    /// Returns the error for a file that could not be created.
    static func notMade(_ path: String, _ error: FileError) -> CommandError {
        error.step == .write ? OpenFile.notWritten(error.number) : notMade(path, error.number)
    }

    /// Returns the error for a system error number. The exit code is 73, or 74 if the disk is full or
    /// failing.
    static func notMade(_ path: String, _ error: Int32) -> CommandError {
        let isDisk = [ENOSPC, EDQUOT, EIO].contains(error)
        let remedy =
            switch error {
            case ENOSPC, EDQUOT: "free some space and try again"
            case EEXIST, ENOTEMPTY: "choose another name"
            default: "check the path and its permissions"
            }
        return CommandError(
            isDisk ? .inputOutput : .cannotCreate, code: "fileNotWritable", "cannot create \(path)",
            reason: systemWords(for: error), remedy: remedy)
    }
}
