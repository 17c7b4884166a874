import Documents
import FailureKit
import FileKit
import Foundation
import Glibc

/// Functions that create files at paths that a person entered. An existing file is replaced only if the
/// person requested it. A symbolic link at the path is refused (see `OutputFile`). Errors explain why a file
/// could not be created.
package enum NewFile {
    /// Checks that all of the given files can be created. Call this before writing the first file.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files.
    ///   - force: Whether existing files are accepted, because they will be replaced.
    ///   - remedy: The remedy for a file that exists.
    /// - Throws: An error with exit code 73 if a file cannot be created.
    package static func refuseExisting(_ paths: [String], force: Bool, remedy: String = orForce) throws {
        for path in paths { try refuse(path, force ? .replaced : .refused, remedy: remedy) }
    }

    /// Throws an error if a file has content that would be overwritten.
    ///
    /// An empty file, a device or a pipe is accepted. If the path is nil, nothing is checked.
    ///
    /// - Throws: An error with exit code 73.
    package static func refuseContent(_ path: String?, remedy: String = "choose another name") throws {
        if let path { try refuse(path, .unused, remedy: remedy) }
    }

    /// Throws an error if the folder of a file does not exist, or if the path refers to a folder.
    ///
    /// - Throws: An error with exit code 73.
    package static func refuseMissingFolder(of path: String) throws {
        if let end = path.lastIndex(of: "/"), FileStatus(of: String(path[...end])) == nil {
            throw notMade(path, errno)
        }
        if let found = FileStatus(of: path), found.isFolder { throw notMade(path, EISDIR) }
    }

    private static func refuse(_ path: String, _ existing: OutputFile.Existing, remedy: String) throws {
        try refuseDash(path)
        do {
            try OutputFile.check(path, existing)
        } catch {
            throw notMade(path, error, remedy: remedy)
        }
    }

    /// Writes a file. A regular file is written completely or not at all: an existing file is not changed
    /// until the new contents are complete.
    ///
    /// - Parameters:
    ///   - bytes: The contents.
    ///   - path: The path of the file.
    ///   - force: Whether to replace an existing file. The permissions of the existing file are kept.
    ///   - mode: The permissions of a new file.
    /// - Throws: An error with exit code 73 if the file already exists or cannot be created, or 74 if writing
    ///   fails. ``ClosedPipe`` if the path refers to a pipe that no longer has a reader.
    package static func write(_ bytes: [UInt8], to path: String, force: Bool, mode: UInt32 = 0o644) throws {
        try write(bytes, to: path, force ? .replaced : .refused, mode: mode)
    }

    /// Writes a file at a path that does not exist, or that refers to an empty file, a device or a pipe.
    ///
    /// - Throws: The errors of ``write(_:to:force:mode:)``.
    package static func writeUnused(_ bytes: [UInt8], to path: String) throws {
        try write(bytes, to: path, .unused, mode: 0o644)
    }

    /// Throws an error if the path is `-`, which other commands accept as standard output.
    private static func refuseDash(_ path: String) throws {
        guard path == "-" else { return }
        throw CommandError(
            .usage, code: "usage", "this command cannot write the file to standard output",
            reason: "- is not the name of a file",
            remedy: "use the name of a file, or ./- for a file called -")
    }

    private static func write(
        _ bytes: [UInt8], to path: String, _ existing: OutputFile.Existing, mode: UInt32
    ) throws {
        try refuseDash(path)
        do {
            try OutputFile.write(bytes, to: path, existing, mode: mode)
        } catch {
            // As with a closed standard output, the command ends without a message.
            if error.step == .write, error.number == EPIPE { throw ClosedPipe() }
            throw notMade(path, error)
        }
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
    /// - Parameter parent: The folder in which to create the new folder. By default, the system's folder for
    ///   temporary files, which the `TMPDIR` environment variable can change.
    /// - Returns: The path of the new folder.
    /// - Throws: An error with exit code 73.
    package static func makeTemporaryFolder(
        in parent: String = FileManager.default.temporaryDirectory.path
    ) throws -> String {
        do {
            return try uniqueFolder("\(parent)/tapctl-")
        } catch {
            throw notMade(parent, error.number)
        }
    }

    /// Creates a folder whose path begins with `start` and ends with six random characters. Returns the path.
    static func uniqueFolder(_ start: String) throws(FileError) -> String {
        var template = Array("\(start)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(.make, errno) }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Stores a secret in a new file, completely or not at all. If the file exists already, for example
    /// because another process created it at the same time, that file is kept.
    ///
    /// - Parameters:
    ///   - what: The secret, for the error's summary.
    ///   - remedy: The remedy if the file cannot be placed in the folder.
    static func keepSecret(_ secret: String, at path: String, _ what: String, remedy: String) throws {
        do {
            try AtomicFile.write(Array((secret + "\n").utf8), to: path, .newWhole, mode: 0o600)
        } catch {
            guard error.step == .place else { throw notMade(path, error) }
            if error.number == EEXIST { return }
            throw CommandError(
                .cannotCreate, code: "cannotCreate", "cannot store \(what)",
                reason: "\(path): \(error.reason)", remedy: remedy)
        }
    }

    /// Returns the error for a file that could not be created. The exit code is 73, or 74 if writing failed.
    static func notMade(_ path: String, _ error: FileError, remedy: String = orForce) -> CommandError {
        switch error.step {
        case .make where error.number == EEXIST:
            CommandError(.cannotCreate, code: "fileExists", "\(path) already exists", remedy: remedy)
        case .make where error.number == ELOOP:
            CommandError(
                .cannotCreate, code: "fileIsLink", "\(path) is a symbolic link",
                reason: "a file is never created or replaced through a link",
                remedy: "use the path of the file itself, or another name")
        case .write: OpenFile.notWritten(error.number)
        case .make, .sync, .place, .syncFolder: notMade(path, error.number)
        }
    }

    private static func notMade(_ path: String, _ error: Int32) -> CommandError {
        let remedy =
            switch error {
            case ENOENT where path.isEmpty: "enter a file name"
            case ENOENT: "create the folder first, or choose another folder"
            case EISDIR: "choose a file in this folder"
            default: "choose another name or folder"
            }
        return CommandError(
            .cannotCreate, code: "fileNotWritable",
            "cannot create \(path.isEmpty ? "a file without a name" : path)",
            reason: systemWords(for: error), remedy: remedy)
    }

    /// The remedy for an existing file, if the command can replace the file on request.
    package static let orForce = "choose another name, or use --force to replace the file"
}
