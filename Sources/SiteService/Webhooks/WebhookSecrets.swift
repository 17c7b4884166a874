import DataFolderKit
import Documents
import FailureKit

/// The secrets with which a processor signs what it brings: two while one replaces the other.
struct WebhookSecrets: Sendable {
    let texts: [String]

    /// More are of no use.
    private static let most = 8
    /// Octets that the file may have.
    private static let longestFile = 4_096

    /// Reads a file with one secret a line.
    ///
    /// - Throws: exit 66 where it cannot be read, 78 where a line is no secret; none is shown.
    init(path: String) throws {
        let text = String(decoding: try Input.read(path, limit: Self.longestFile), as: UTF8.self)
        texts = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard (1...Self.most).contains(texts.count), texts.allSatisfy({ $0.hasPrefix("whsec_") }) else {
            throw CommandError(
                .configuration, code: "notAWebhookSecret", "\(path) holds no secrets of webhooks",
                reason: "each begins with whsec_, and \(Self.most) are the most",
                remedy: "put the endpoint's secret there, alone on its line")
        }
    }
}
