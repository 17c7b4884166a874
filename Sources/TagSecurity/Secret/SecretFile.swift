import FileKit
import Glibc

/// Functions that read and create files that contain a secret. A file that other users can access is refused.
enum SecretFile {
    /// The maximum size in bytes of a file to read. A file with a secret has only a few lines.
    private static let longestBytes = 4_096

    /// Returns the content of a file.
    ///
    /// - Throws: `secretNotFound`; `secretOpenToOthers` if other users can read or write the file, and may
    ///   therefore know the secret; `secretNotReadable`; `secretMalformed` if the file is too large.
    static func text(path: String) throws(SecurityError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor) else { throw failure(errno, path) }
        guard status.isRegular else {
            throw SecurityError(
                .secretNotReadable, "the secret cannot be read", reason: "\(path) is not a file",
                remedy: "enter the name of the file that contains the secret, or `-` for standard input")
        }
        guard status.isPrivate else {
            let mode = String(status.mode, radix: 8)
            throw SecurityError(
                .secretOpenToOthers, "other users can read the secret file",
                reason: "\(path) has mode 0\(mode): other users of this computer may have read the secret",
                remedy:
                    "run `chmod 600 \(path)`\nand consider who could have read the secret since the file was created"
            )
        }
        var bytes = [UInt8](repeating: 0, count: longestBytes + 1)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure(errno, path) }
        guard count <= longestBytes else {
            throw SecurityError(
                .secretMalformed, "the file does not contain a secret",
                reason: "\(path) is too large to be a secret file")
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Creates a file that only its owner can access (mode 0600), and syncs it to disk.
    ///
    /// - Throws: `secretExists` if a file with this path exists; `secretNotWritable`.
    static func make(_ text: String, path: String) throws(SecurityError) {
        do {
            try AtomicFile.write(Array(text.utf8), to: path, .new, mode: 0o600, isExact: true)
        } catch {
            guard error.step == .make, error.number == EEXIST else { throw notWritable(error.number, path) }
            throw SecurityError(
                .secretExists, "a new secret would replace an existing file",
                reason: "\(path) already exists",
                remedy:
                    "choose another name: if a secret without a recovery sheet is overwritten, its tags can never be changed again"
            )
        }
    }

    /// Returns the lines of a text that are neither blank nor comments (`#`). A byte order mark, which some
    /// editors add, is removed.
    static func lines(of text: String) -> [Substring] {
        let isMarked = text.unicodeScalars.first == "\u{FEFF}"
        let text = isMarked ? String(text.unicodeScalars.dropFirst()) : text
        return text.split(whereSeparator: \.isNewline).filter { line in
            !line.hasPrefix("#") && line.contains { !$0.isWhitespace }
        }
    }

    private static func failure(_ cause: Int32, _ path: String) -> SecurityError {
        SecurityError(
            cause == ENOENT ? .secretNotFound : .secretNotReadable, "the secret cannot be read",
            reason: "\(path): \(String(cString: strerror(cause)))",
            remedy: cause == EACCES
                ? "allow the current user to read the file"
                : "enter the name of the file that contains the secret, or `-` for standard input")
    }

    private static func notWritable(_ cause: Int32, _ path: String) -> SecurityError {
        SecurityError(
            .secretNotWritable, "the secret cannot be written",
            reason: "\(path): \(String(cString: strerror(cause)))")
    }
}
