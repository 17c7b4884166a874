public import TimeKit

/// The payment that a request with an idempotency key created. A repeated request returns the same payment for 24 hours.
public struct PaymentKey: Hashable, Sendable, Codable {
    /// The idempotency key, at most 255 characters.
    public let key: String
    /// A hash of the request. The same key with a different request is refused.
    public let fingerprint: String
    /// The payment's id, `pay_…`.
    public let payment: String
    /// The time of the first request.
    public let time: Timestamp

    /// The number of seconds for which the key is remembered.
    public static let memory: Int64 = 86_400
}
