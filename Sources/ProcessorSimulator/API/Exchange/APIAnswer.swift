/// An answer of Stripe's API as values.
public struct APIAnswer: Hashable, Sendable {
    /// The status of HTTP.
    public var status: Int
    /// JSON in UTF-8.
    public var body: [UInt8]
    /// `req_…`, for `Request-Id`.
    public var requestID: String
    /// The answer of an earlier request with the same key: `Idempotent-Replayed: true`.
    public var isReplayed = false
    /// Whether the same request may be sent again, for `Stripe-Should-Retry`; nil where the caller decides.
    public var shouldRetry: Bool?

    /// One of these fields.
    public init(
        status: Int, body: [UInt8], requestID: String, isReplayed: Bool = false, shouldRetry: Bool? = nil
    ) {
        self.status = status
        self.body = body
        self.requestID = requestID
        self.isReplayed = isReplayed
        self.shouldRetry = shouldRetry
    }
}
