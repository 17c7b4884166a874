import DataFolderKit
import Documents
import FailureKit

/// The secrets that a processor uses to sign its events. While a new secret replaces an old secret, both are
/// valid.
struct WebhookSecrets {
    let texts: [String]

    /// The maximum number of secrets.
    private static let most = 8
    /// The maximum size of the file in bytes.
    private static let longestFile = 4_096

    /// Reads a file with secrets, separated by white space.
    ///
    /// - Throws: An error with exit code 66 if the file cannot be read, 77 if other users can read it, or 78
    ///   if it contains no secrets, too many secrets, or anything that is not a webhook secret. The error
    ///   contains no secret.
    init(path: String) throws {
        let text = String(decoding: try Input.readPrivate(path, limit: Self.longestFile), as: UTF8.self)
        texts = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard (1...Self.most).contains(texts.count), texts.allSatisfy({ $0.hasPrefix("whsec_") }) else {
            throw CommandError(
                .configuration, code: "notAWebhookSecret",
                "\(path) must contain 1 to \(Self.most) webhook secrets",
                reason: "each secret must begin with whsec_",
                remedy: "write only the endpoint's secrets in the file, one on each line")
        }
    }
}
