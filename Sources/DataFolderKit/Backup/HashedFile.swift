import DigestKit
import Documents
import FailureKit
import FileKit
import Foundation
import Glibc

/// The size and SHA-256 hash of a file. The file is read only once, and can be copied at the same time.
struct HashedFile {
    let bytes: Int64
    /// The SHA-256 hash as 64 hex digits.
    let sha256: String

    /// Throws an error if a folder of a backup is a symbolic link, because the target of the link is not part
    /// of the backup.
    ///
    /// - Throws: An error with exit code 66.
    static func refuseLink(_ folder: String) throws {
        if FileStatus(at: folder)?.isLink == true { throw notReadable(folder, "the path is a symbolic link") }
    }

    /// Reads the file at `path`. Never follows a symbolic link, and never reads a device or a pipe.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - copy: The path of a copy to create, with mode 0600. The copy is synced to disk before the
    ///     initializer returns.
    ///   - most: The maximum size in bytes.
    ///   - remedy: The next step if the file cannot be read or is too large. If nil, the error suggests using
    ///     a different backup.
    /// - Throws: An error with exit code 66 if the file cannot be read, 65 if it is larger than `most`, or 73
    ///   or 74 if the copy cannot be created.
    init(
        reading path: String, copyingTo copy: String? = nil, most: Int64 = .max, remedy: String? = nil
    ) throws {
        let source = try Self.opened(path, remedy: remedy)
        defer { close(source) }
        let target = try copy.map { copy in
            try PlacedFolder.making(copy) { () throws(FileError) in
                try AtomicFile(copy, .new, mode: 0o600)
            }
        }
        var hash = SHA256()
        var count: Int64 = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let read = buffer.withUnsafeMutableBytes { Glibc.read(source, $0.baseAddress, $0.count) }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else {
                throw Self.notReadable(path, systemWords(), remedy: remedy)
            }
            if read == 0 { break }
            count += Int64(read)
            guard count <= most else { throw Self.tooLarge(path, most, remedy: remedy) }
            hash.update(buffer.prefix(read))
            if let target, let copy {
                try PlacedFolder.making(copy) { () throws(FileError) in
                    try target.write(Array(buffer.prefix(read)))
                }
            }
        }
        if let target, let copy {
            try PlacedFolder.making(copy) { () throws(FileError) in try target.place(syncing: .file) }
        }
        bytes = count
        sha256 = hexText(hash.finalize())
    }

    /// Returns whether the file has the size and the hash in the given entry of the manifest.
    func matches(_ file: BackupManifest.File) -> Bool { bytes == file.bytes && sha256 == file.sha256 }

    /// Returns the contents of the file at `path`. Never follows a symbolic link, and never reads a device or
    /// a pipe.
    ///
    /// - Throws: An error with exit code 66 if the file cannot be read, or 65 if it is larger than `most`
    ///   bytes.
    static func contents(of path: String, most: Int64) throws -> [UInt8] {
        let source = try opened(path)
        defer { close(source) }
        guard let size = FileStatus(descriptor: source)?.size, size <= most else {
            throw tooLarge(path, most)
        }
        return try Input.read(descriptor: source, name: path, limit: Int(most))
    }

    /// Opens a regular file, and returns its descriptor. Does not follow a symbolic link, and does not wait
    /// for the writer of a pipe.
    private static func opened(_ path: String, remedy: String? = nil) throws -> Int32 {
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard source >= 0 else { throw notReadable(path, systemWords(), remedy: remedy) }
        guard FileStatus(descriptor: source)?.isRegular == true else {
            close(source)
            throw notReadable(path, "the path is not a regular file", remedy: remedy)
        }
        return source
    }

    private static func tooLarge(_ path: String, _ most: Int64, remedy: String? = nil) -> CommandError {
        CommandError(
            .malformed, code: "limitExceeded", "\(path) is too large",
            reason: "the limit is \(most) bytes", remedy: remedy ?? "use another backup")
    }

    private static func notReadable(_ path: String, _ reason: String, remedy: String? = nil)
        -> CommandError
    {
        CommandError(
            .notFound, code: "fileNotFound", "cannot read \(path)", reason: reason,
            remedy: remedy ?? "use a folder that `tapctl backup make` created")
    }
}
