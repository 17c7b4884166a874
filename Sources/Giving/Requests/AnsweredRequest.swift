public import TimeKit
import TokenKit

/// A completed request with an idempotency key. A repeated request gets the same response.
public struct AnsweredRequest: Hashable, Sendable {
    /// The idempotency key, at most 255 characters.
    public var key: String
    /// A hash of the parameters. The same key with different parameters is refused.
    public var fingerprint: String
    /// The id of the object that the request created or changed, such as a gift, a refund or a monthly gift.
    public var subject: String
    /// The time of the request. It is kept for 24 hours.
    public var time: Timestamp

    /// The time for which a key is remembered, in seconds.
    public static let memory: Int64 = 86_400
    /// The maximum length of a key, in octets.
    public static let longestKey = 255

    /// Creates a request.
    public init(key: String, fingerprint: String, subject: String, time: Timestamp) {
        self.key = key
        self.fingerprint = fingerprint
        self.subject = subject
        self.time = time
    }
}

/// A fingerprint of a request, which must be equal if its key is used again.
public enum Fingerprint {
    /// Returns the SHA-256 of parameters in hex. They are separated by a character that no parameter may contain.
    public static func of(_ parameters: [String]) -> String {
        TextHash.of(parameters.joined(separator: "\u{1F}"))
    }
}
