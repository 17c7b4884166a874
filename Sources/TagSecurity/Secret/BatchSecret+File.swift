extension BatchSecret {
    /// Reads a secret from its file. Lines that begin with `#` are remarks.
    ///
    /// - Throws: `secretNotFound`; `secretOpenToOthers` when group or others may read or write the file, so that it
    ///   may be no secret any more; `secretNotReadable`; and what ``init(words:)`` throws.
    public init(path: String) throws(SecurityError) {
        try self.init(fileText: try SecretFile.text(path: path))
    }

    /// Reads a secret from what a file or standard input held.
    public init(fileText text: String) throws(SecurityError) {
        try self.init(words: SecretFile.lines(of: text).joined(separator: "\n"))
    }

    /// Writes the secret to a new file that only its owner may read: mode 0600, on the disk before this returns.
    ///
    /// - Throws: `secretExists` when something stands there; `secretNotWritable`.
    public func write(path: String) throws(SecurityError) {
        try SecretFile.make(
            "# A batch's secret: who has it can rewrite the batch's tags.\n\(recoveryWords)\n", path: path)
    }
}
