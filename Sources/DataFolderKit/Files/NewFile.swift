import Documents
import FailureKit
import FileKit
import Foundation
import Glibc

/// Files that a command makes: never over one that is there, unless that was asked for.
package enum NewFile {
    /// Refuses before the first file is written when one of them is there already.
    ///
    /// - Throws: exit 73.
    package static func refuseExisting(_ paths: [String], force: Bool, remedy: String = orForce) throws {
        guard !force, let path = paths.first(where: { access($0, F_OK) == 0 }) else { return }
        throw exists(path, remedy: remedy)
    }

    /// Refuses, before anything is done, to write over what stands in a file; nil is no file.
    ///
    /// An empty file may be filled, and devices and pipes take what comes.
    ///
    /// - Throws: exit 73.
    package static func refuseContent(_ path: String?) throws {
        guard let path, let found = FileStatus(of: path), found.isRegular, found.size > 0 else { return }
        throw exists(path, remedy: "take another name")
    }

    /// Writes a whole file: one that is replaced stays as it was until the new one is whole, and of one that cannot be
    /// written to its end nothing is left.
    ///
    /// - Parameter mode: Who may read a file that was not there before.
    /// - Throws: exit 73 when the file is there already or cannot be made, 74 when the disk is full.
    package static func write(_ bytes: [UInt8], to path: String, force: Bool, mode: UInt32 = 0o644) throws {
        guard let found = FileStatus(of: path), force else {
            return try place(bytes, at: path, .new, mode: mode)
        }
        guard found.isRegular else { return try fill(path, bytes) }
        guard access(path, W_OK) == 0 else { throw notMade(path, errno) }
        try place(bytes, at: resolved(path), .replacing, mode: found.mode)
    }

    /// Writes a file that appears whole or not at all; the disk gets it when the system sees fit.
    private static func place(
        _ bytes: [UInt8], at path: String, _ placing: AtomicFile.Placing, mode: UInt32
    ) throws {
        do {
            try AtomicFile.write(bytes, to: path, placing, mode: mode, syncing: .nothing)
        } catch {
            throw notMade(path, error)
        }
    }

    /// Writes into a device or a pipe; a pipe that nobody reads is an error, and nothing to wait for.
    private static func fill(_ path: String, _ bytes: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw notMade(path, errno) }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_WRONLY)
        try OpenFile.write(bytes, to: descriptor)
    }

    /// Where a link leads.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Makes a folder and those above it; one that is there is left as it is.
    ///
    /// - Throws: exit 73.
    package static func makeFolder(_ path: String) throws {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part + "/"
            if mkdir(made, 0o755) != 0, errno != EEXIST { throw notMade(path, errno) }
        }
        guard let found = FileStatus(of: path) else { throw notMade(path, errno) }
        guard found.isFolder else { throw notMade(path, ENOTDIR) }
    }

    /// Makes a folder that nobody had before, mode 0700, for files that go away again.
    ///
    /// - Parameter parent: Where; TMPDIR names the place that is taken else.
    /// - Throws: exit 73.
    package static func makeTemporaryFolder(
        in parent: String = FileManager.default.temporaryDirectory.path
    ) throws -> String {
        var template = Array("\(parent)/tapctl-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw notMade(parent, errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// What keeps a file from being made: exit 73, or 74 when the disk is full.
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
            case ENOENT where path.isEmpty: "give it a name"
            case ENOENT: "make the folder first, or take another one"
            case EISDIR: "give the name of a file in it"
            default: "take another name or folder"
            }
        return CommandError(
            .cannotCreate, code: "fileNotWritable",
            "cannot make \(path.isEmpty ? "a file without a name" : path)",
            reason: String(cString: strerror(error)), remedy: remedy)
    }

    /// What helps where a command has `--force`.
    static let orForce = "take another name, or replace it with --force"

    private static func exists(_ path: String, remedy: String) -> CommandError {
        CommandError(.cannotCreate, code: "fileExists", "\(path) is there already", remedy: remedy)
    }
}
