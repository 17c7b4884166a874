import ArgumentParser
import Documents
import FailureKit
import TagSecurity

/// The name of the file with the secret from which passwords are derived; never the secret itself.
struct SecretOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of the secret, which only you may read (mode 0600), or - for standard input.",
            valueName: "file"), completion: .file())
    var secret: String?

    /// Returns the secret; nil if none is named.
    func optional() async throws -> BatchSecret? {
        guard let secret else { return nil }
        return try await SecretInput.secret(secret)
    }

    /// Returns the secret.
    ///
    /// - Throws: exit 64 if none is named.
    func required() async throws -> BatchSecret {
        guard let secret = try await optional() else {
            throw CommandError(
                .usage, code: "usage", "no secret was given",
                remedy: "--secret FILE; `tapctl secret new FILE` makes one")
        }
        return secret
    }
}

/// The keys that verify the taps of NTAG 424 DNA tags.
struct TapKeysOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Prove the taps of tags with this secret or these keys; a file that only you may read (mode 0600). May be given several times.",
            valueName: "file"), completion: .file())
    var keys: [String] = []

    /// Returns the keys.
    func read() throws -> [SUNKeys] { try keys.map { path in try SUNKeys(path: path) } }
}
