import Documents
import FailureKit
import FileKit
import Foundation
import Glibc

/// Functions that create files. They replace an existing file only if the caller requests it.
package enum NewFile {
    /// Throws an error if any of the given files exists, before the first file is written.
    ///
    /// - Throws: An error with exit code 73.
    package static func refuseExisting(_ paths: [String], force: Bool, remedy: String = orForce) throws {
        guard !force, let path = paths.first(where: { access($0, F_OK) == 0 }) else { return }
        throw exists(path, remedy: remedy)
    }

    /// Throws an error if a file has content that would be overwritten.
    ///
    /// An empty file, a device or a pipe is accepted. If the path is nil, nothing is checked.
    ///
    /// - Throws: An error with exit code 73.
    package static func refuseContent(_ path: String?) throws {
        guard let path, let found = FileStatus(of: path), found.isRegular, found.size > 0 else { return }
        throw exists(path, remedy: "choose another name")
    }

    /// Writes a file completely or not at all. An existing file is not changed until the new contents are complete.
    ///
    /// - Parameter mode: The permissions of a new file. A replaced file keeps its permissions.
    /// - Throws: An error with exit code 73 if the file already exists or cannot be created, or 74 if writing fails.
    package static func write(_ bytes: [UInt8], to path: String, force: Bool, mode: UInt32 = 0o644) throws {
        guard let found = FileStatus(of: path), force else {
            return try place(bytes, at: path, .new, mode: mode)
        }
        guard found.isRegular else { return try fill(path, bytes) }
        guard access(path, W_OK) == 0 else { throw notMade(path, errno) }
        try place(bytes, at: resolved(path), .replacing, mode: found.mode)
    }

    /// Writes a file that appears completely or not at all. The file is not synced to disk.
    private static func place(
        _ bytes: [UInt8], at path: String, _ placing: AtomicFile.Placing, mode: UInt32
    ) throws {
        do {
            try AtomicFile.write(bytes, to: path, placing, mode: mode, syncing: .nothing)
        } catch {
            throw notMade(path, error)
        }
    }

    /// Writes to a device or a pipe. If a pipe has no reader, throws an error instead of waiting for one.
    private static func fill(_ path: String, _ bytes: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw notMade(path, errno) }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_WRONLY)
        try OpenFile.write(bytes, to: descriptor)
    }

    /// Returns the path with symbolic links resolved.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Creates a folder and its parent folders. Existing folders are left unchanged.
    ///
    /// - Throws: An error with exit code 73.
    package static func makeFolder(_ path: String) throws {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part + "/"
            if mkdir(made, 0o755) != 0, errno != EEXIST { throw notMade(path, errno) }
        }
        guard let found = FileStatus(of: path) else { throw notMade(path, errno) }
        guard found.isFolder else { throw notMade(path, ENOTDIR) }
    }

    /// Creates a new folder with mode 0700 for temporary files.
    ///
    /// - Parameter parent: The folder in which to create it. By default, the folder set by the variable `TMPDIR`.
    /// - Throws: An error with exit code 73.
    package static func makeTemporaryFolder(
        in parent: String = FileManager.default.temporaryDirectory.path
    ) throws -> String {
        var template = Array("\(parent)/tapctl-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw notMade(parent, errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the error for a file that could not be created. The exit code is 73, or 74 if writing failed.
    static func notMade(_ path: String, _ error: FileError) -> CommandError {
        switch error.step {
        case .make where error.number == EEXIST: exists(path, remedy: orForce)
        case .write: OpenFile.notWritten(error.number)
        case .make, .sync, .place, .syncFolder: notMade(path, error.number)
        }
    }

    private static func notMade(_ path: String, _ error: Int32) -> CommandError {
        let remedy =
            switch error {
            case ENOENT where path.isEmpty: "enter a file name"
            case ENOENT: "create the folder first, or choose another one"
            case EISDIR: "choose a file in this folder"
            default: "choose another name or folder"
            }
        return CommandError(
            .cannotCreate, code: "fileNotWritable",
            "cannot create \(path.isEmpty ? "a file without a name" : path)",
            reason: String(cString: strerror(error)), remedy: remedy)
    }

    /// The remedy for commands that have the option `--force`.
    static let orForce = "choose another name, or use --force to replace the file"

    private static func exists(_ path: String, remedy: String) -> CommandError {
        CommandError(.cannotCreate, code: "fileExists", "\(path) already exists", remedy: remedy)
    }
}
