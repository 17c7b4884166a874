public import TimeKit

/// A payment under the key of whoever asked: asked again it is answered again, for 24 hours.
public struct PaymentKey: Hashable, Sendable, Codable {
    /// At most 255 characters.
    public let key: String
    /// A hash of what was asked for: the same key with another is refused.
    public let fingerprint: String
    /// `pay_…`
    public let payment: String
    /// When.
    public let time: Timestamp

    /// For how many seconds it is remembered.
    public static let memory: Int64 = 86_400
}
