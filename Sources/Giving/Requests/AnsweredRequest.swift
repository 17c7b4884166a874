public import TimeKit
import TokenKit

/// A record of a request with an idempotency key. A repeated request with the same key and parameters returns
/// the same result.
public struct AnsweredRequest: Hashable, Sendable {
    /// The idempotency key, at most ``longestKey`` bytes.
    public var key: String
    /// The hash of the request's parameters. A request with the same key but different parameters is refused.
    public var fingerprint: String
    /// The id of the object that the request created or changed, such as a gift, a refund or a monthly gift.
    public var subject: String
    /// The time of the request. The request is stored for 24 hours.
    public var time: Timestamp

    /// The number of seconds for which a request is stored.
    public static let memory: Int64 = 86_400
    /// The maximum length of a key, in bytes.
    public static let longestKey = 255

    /// Creates the record of a request.
    public init(key: String, fingerprint: String, subject: String, time: Timestamp) {
        self.key = key
        self.fingerprint = fingerprint
        self.subject = subject
        self.time = time
    }
}

/// A hash of a request's parameters, for detecting two different requests with the same idempotency key.
public enum Fingerprint {
    /// Returns the SHA-256 hash, in hex, of the parameters joined with U+001F.
    public static func of(_ parameters: [String]) -> String {
        TextHash.of(parameters.joined(separator: "\u{1F}"))
    }
}
