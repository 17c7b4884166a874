import TimeKit

/// The idempotency key of a payment request, and the payment that the request created. For 24 hours, a
/// repeated request returns the same payment.
struct PaymentKey: Hashable, Codable {
    /// The idempotency key, at most 255 characters.
    let key: String
    /// The hash of the request. A different request with the same key is refused.
    let fingerprint: String
    /// The payment's id, `pay_…`.
    let payment: String
    /// The time of the first request.
    let time: Timestamp

    /// The time for which a key is stored, in seconds.
    static let memory: Int64 = 86_400
}
