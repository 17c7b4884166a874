public import TimeKit
import TokenKit

/// A request that was carried out, under the key of whoever asked: asked again it is answered again.
public struct AnsweredRequest: Hashable, Sendable {
    /// At most 255 characters.
    public var key: String
    /// A hash of the parameters: the same key with other ones is refused.
    public var fingerprint: String
    /// What it was about: a gift, a refund, a monthly gift, or what was done with a fund.
    public var subject: String
    /// When; kept for 24 hours.
    public var time: Timestamp

    /// For how many seconds a key is remembered.
    public static let memory: Int64 = 86_400
    /// The longest key.
    public static let longestKey = 255

    /// A request.
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
