import ArgumentParser
import Documents
import FailureKit
import InvocationRouter
import TagRegistry
import TagSecurity

/// The option `--secret`: a file with the secret from which tag passwords are derived. Its value is a file
/// name or `-`, never the secret itself.
struct SecretOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The secret's file, which must have mode 0600 or 0400, or - for standard input.",
            valueName: "file"), completion: .file())
    var secret: String?

    /// Returns the secret; nil if no file is given.
    func optional() async throws -> BatchSecret? {
        guard let secret else { return nil }
        return try await SecretInput.secret(secret)
    }

    /// Returns the secret.
    ///
    /// - Throws: An error with exit code 64 if no file is given.
    func required() async throws -> BatchSecret {
        guard let secret = try await optional() else {
            throw CommandError(
                usage: "no secret was given",
                remedy: "use --secret FILE; `tapctl secret new FILE` creates a secret")
        }
        return secret
    }
}

/// The option for the keys that verify the taps of NTAG 424 DNA tags.
struct TapKeysOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A secret or key file for verifying taps, which must have mode 0600 or 0400; can be repeated.",
            valueName: "file"), completion: .file())
    var keys: [String] = []

    /// Returns the keys from the given files.
    func read() throws -> [SUNKeys] { try keys.map { path in try SUNKeys(path: path) } }
}

extension TapKeysOptions {
    /// Warns if the keys do not apply to the URL. Without a data folder, also verifies the tap, and warns
    /// that a copy of its URL cannot be detected. With a data folder, `invoked` contains the result.
    func warn(about invoked: Invoked, keys: [SUNKeys], hasData: Bool) {
        guard !keys.isEmpty, case .success(let route)? = invoked.route else { return }
        var evidence: TapEvidence?
        if case .gift(let invocation) = route { evidence = invocation.evidence }
        switch hasData ? invoked.sun : TapProof(of: evidence, with: keys).verdict(after: nil) {
        case .unchecked:
            Terminal.warn(
                "--keys has no effect: the URL is not a giving URL with a code from an NTAG 424 DNA")
        case .rejected where !hasData:
            Terminal.warn(
                "the tap could not be verified: none of the keys from --keys produces the code in the URL")
        case .genuine where !hasData:
            Terminal.warn(
                "the tap is verified, but a copy of its URL cannot be detected without a data folder, "
                    + "which stores the counters of earlier taps")
        case .rejected, .genuine, .replayed: break
        }
    }
}
