import Documents
import FailureKit
import FileKit
import Glibc

/// Functions that read files and standard input up to a size limit.
package enum Input {
    /// Returns the name of an input for messages: its path, or "standard input" if `path` is `-`.
    package static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    /// Returns the contents of the file at `path`, or of standard input if `path` is `-`.
    ///
    /// - Throws: An error with exit code 66 if the file cannot be read, or 65 if it is larger than `limit`
    ///   bytes.
    package static func read(_ path: String, limit: Int = InputLimit.fileBytes) throws -> [UInt8] {
        try opening(path) { try read(descriptor: $0, name: name(of: path), limit: limit) }
    }

    /// Returns the contents of a file with a secret, or of standard input if `path` is `-`.
    ///
    /// - Throws: An error with exit code 77 if users other than the owner and the group can read the file, or
    ///   if users other than the owner can change it. Also throws the errors of ``read(_:limit:)``.
    package static func readPrivate(_ path: String, limit: Int) throws -> [UInt8] {
        if path == "-" { return try read(path, limit: limit) }
        return try opening(path) { descriptor in
            // The open file is examined, because another file may take its path at any time.
            guard let status = FileStatus(descriptor: descriptor) else { throw notReadable(path, errno) }
            guard status.isPrivateToGroup else { throw openToOthers(path, status) }
            return try read(descriptor: descriptor, name: path, limit: limit)
        }
    }

    /// Returns the first word of a short file that contains a secret, or nil if the file contains no word.
    ///
    /// - Throws: The errors of ``readPrivate(_:limit:)``.
    static func secretWord(in path: String) throws -> String? {
        String(decoding: try readPrivate(path, limit: 256), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).first.map(String.init)
    }

    /// Calls `body` with the descriptor of a file, or of standard input if the path is `-`.
    private static func opening<Value>(_ path: String, _ body: (Int32) throws -> Value) throws -> Value {
        if path == "-" { return try body(0) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw notReadable(path, errno) }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    /// Returns the error for a secret that other users can read.
    static func openToOthers(_ path: String, _ status: FileStatus) -> CommandError {
        CommandError(
            .refused, code: "secretOpenToOthers", "other users can read the secret \(path)",
            reason:
                "only the owner should have access to a secret, "
                + "but the file's mode is \(String(status.mode, radix: 8))",
            remedy: "run `chmod 600 \(path)`, and replace the secret if someone else may have read it")
    }

    /// Calls `body` with each line of a file, or of standard input if `path` is `-`. The line break is
    /// removed, and the byte order mark that editors on Windows write at the start.
    ///
    /// - Throws: An error with exit code 66 if the file cannot be read, or 65 if a line is longer than
    ///   ``InputLimit/lineBytes``.
    package static func forEachLine(of path: String = "-", _ body: (String) throws -> Void) throws {
        try opening(path) { try forEachLine(from: $0, name: name(of: path), body) }
    }

    private static func forEachLine(from descriptor: Int32, name: String, _ body: (String) throws -> Void)
        throws
    {
        var pending: [UInt8] = []
        var isFirst = true
        func take(_ bytes: ArraySlice<UInt8>) throws {
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            let isMarked = isFirst && bytes.starts(with: mark)
            isFirst = false
            try body(line(isMarked ? bytes.dropFirst(mark.count) : bytes))
        }
        while let chunk = try readChunk(from: descriptor, name: name) {
            pending += chunk
            var begin = pending.startIndex
            while let end = pending[begin...].firstIndex(of: UInt8(ascii: "\n")) {
                try take(pending[begin..<end])
                begin = end + 1
            }
            pending.removeSubrange(..<begin)
            guard pending.count <= InputLimit.lineBytes else {
                throw CommandError(
                    .malformed, code: "limitExceeded", "a line of \(name) is too long",
                    reason: "the line has more than \(InputLimit.lineBytes) bytes",
                    remedy: "put each item on a separate line")
            }
        }
        if !pending.isEmpty { try take(pending[...]) }
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads an open file to its end.
    ///
    /// - Throws: An error with exit code 66 if the file cannot be read, or 65 if it has more than `limit`
    ///   bytes.
    package static func read(descriptor: Int32, name: String, limit: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while let chunk = try readChunk(from: descriptor, name: name) {
            all += chunk
            guard all.count <= limit else {
                throw CommandError(
                    .malformed, code: "limitExceeded", "\(name) is too large",
                    reason: "the limit is \(limit) bytes",
                    remedy: "check that this is the right file, or use a smaller one")
            }
        }
        return all
    }

    /// Returns the next bytes, or nil at the end of the file.
    private static func readChunk(from descriptor: Int32, name: String) throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { return Array(buffer.prefix(count)) }
            if count == 0 { return nil }
            if errno != EINTR { throw notReadable(name, errno) }
        }
    }

    private static func notReadable(_ name: String, _ error: Int32) -> CommandError {
        CommandError(
            .notFound, code: "fileNotFound", "cannot read \(name.isEmpty ? "a file without a name" : name)",
            reason: systemWords(for: error), remedy: remedy(error))
    }

    private static func remedy(_ error: Int32) -> String {
        switch error {
        case ENOENT: "check the path, or use `-` to read standard input"
        case EISDIR: "choose a file in this folder"
        case EACCES, EPERM: "ask the owner of the file for access, or choose another file"
        default: "choose another file"
        }
    }
}
