import Glibc

extension BatchSecret {
    /// A secret's file is one line; much more is something else.
    private static let longestFileBytes = 4_096

    /// Reads a secret from its file.
    ///
    /// Lines that begin with `#` are remarks.
    ///
    /// - Throws: `secretNotFound`; `secretOpenToOthers` when group or others may read or write the file, so that it
    ///   may be no secret any more; `secretNotReadable`; and what ``init(words:)`` throws.
    public init(path: String) throws(SecurityError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure(errno, path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure(errno, path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SecurityError(
                .secretNotReadable, "the secret cannot be read", reason: "\(path) is no file",
                remedy: "name the file that `--secret` made, or `-` for standard input")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw SecurityError(
                .secretOpenToOthers, "the secret's file is open to others",
                reason: "\(path) has mode 0\(mode): other users of this computer may have read it",
                remedy: "chmod 600 \(path)\nand think of who could have read it since it was made")
        }
        try self.init(fileText: Self.text(of: descriptor, path))
    }

    /// Reads a secret from what a file or standard input held.
    public init(fileText text: String) throws(SecurityError) {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        try self.init(words: lines.joined(separator: "\n"))
    }

    /// Writes the secret to a new file that only its owner may read: mode 0600, on the disk before this returns.
    ///
    /// - Throws: `secretExists` when something stands there; `secretNotWritable`.
    public func write(path: String) throws(SecurityError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno == EEXIST else { throw Self.notWritable(errno, path) }
            throw SecurityError(
                .secretExists, "a new secret would replace a file", reason: "\(path) is there already",
                remedy: "a lost secret makes its tags unwritable for ever: choose another name")
        }
        defer { close(descriptor) }
        let bytes = Array(
            "# A batch's secret: who has it can rewrite the batch's tags.\n\(recoveryWords)\n".utf8)
        // The mode of open() is what the umask leaves of it; this one is exact.
        guard fchmod(descriptor, 0o600) == 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count,
            fsync(descriptor) == 0
        else {
            let cause = errno
            unlink(path)
            throw Self.notWritable(cause, path)
        }
    }

    private static func text(of descriptor: Int32, _ path: String) throws(SecurityError) -> String {
        var bytes = [UInt8](repeating: 0, count: longestFileBytes + 1)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure(errno, path) }
        guard count <= longestFileBytes else {
            throw SecurityError(
                .secretMalformed, "these are no recovery words",
                reason: "\(path) is larger than any secret's file")
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func failure(_ cause: Int32, _ path: String) -> SecurityError {
        SecurityError(
            cause == ENOENT ? .secretNotFound : .secretNotReadable, "the secret cannot be read",
            reason: "\(path): \(String(cString: strerror(cause)))",
            remedy: "name the secret's file, or type the words of the recovery sheet: `--secret -`")
    }

    private static func notWritable(_ cause: Int32, _ path: String) -> SecurityError {
        SecurityError(
            .secretNotWritable, "the secret cannot be written",
            reason: "\(path): \(String(cString: strerror(cause)))")
    }
}
