import ArgumentParser
import TagSecurity

/// Where the secret stands from which passwords are derived; never the secret itself.
struct SecretOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of the secret, which only you may read (mode 0600), or - for standard input.",
            valueName: "file"), completion: .file())
    var secret: String?

    /// The secret; nil where none is named.
    func optional() throws -> BatchSecret? {
        guard let secret else { return nil }
        guard secret == "-" else { return try BatchSecret(path: secret) }
        return try BatchSecret(fileText: String(decoding: Input.read("-", limit: 4_096), as: UTF8.self))
    }

    /// The secret.
    ///
    /// - Throws: exit 64 where none is named.
    func required() throws -> BatchSecret {
        guard let secret = try optional() else {
            throw CommandError(
                .usage, code: "usage", "no secret is named",
                remedy: "--secret FILE; `tapctl secret new FILE` makes one")
        }
        return secret
    }
}
