import TextKit

extension SUNKeys {
    /// Reads keys from a file of mode 0600: a batch's secret, or lines of `meta-read` and `file-read` with 32 hex
    /// digits and, for tags that calculate so, `mode lrp`.
    ///
    /// - Throws: As ``BatchSecret/init(path:)``, and `keysMalformed`.
    public init(path: String) throws(SecurityError) {
        try self.init(fileText: try SecretFile.text(path: path))
    }

    /// The same from what a file or standard input held.
    public init(fileText text: String) throws(SecurityError) {
        let lines = SecretFile.lines(of: text).map { line in
            line.split(whereSeparator: { $0.isWhitespace || $0 == "=" || $0 == ":" }).map { $0.lowercased() }
        }
        let names: Set = ["meta-read", "file-read", "mode"]
        guard lines.contains(where: { $0.first.map(names.contains) ?? false }) else {
            self.init(secret: try BatchSecret(fileText: text))
            return
        }
        var values: [String: String] = [:]
        for (number, words) in lines.enumerated() {
            guard words.count == 2, names.contains(words[0]), values[words[0]] == nil else {
                throw Self.malformed("line \(number + 1) is not one name and one value, or says a name again")
            }
            values[words[0]] = words[1]
        }
        guard let mode = Mode(rawValue: values["mode"] ?? "aes") else {
            throw Self.malformed("mode is aes or lrp")
        }
        self.init(
            metaRead: try Self.key("meta-read", values), fileRead: try Self.key("file-read", values),
            mode: mode)
    }

    private static func key(_ name: String, _ values: [String: String]) throws(SecurityError) -> AESKey {
        guard let bytes = Hex.bytes(of: values[name] ?? ""), let key = AESKey(bytes) else {
            throw malformed("\(name) has to be 32 hex digits")
        }
        return key
    }

    private static func malformed(_ reason: String) -> SecurityError {
        SecurityError(
            .keysMalformed, "these are no keys", reason: reason,
            remedy:
                "give a batch's secret, or two lines: `meta-read` and `file-read`, each with 32 hex digits")
    }
}
