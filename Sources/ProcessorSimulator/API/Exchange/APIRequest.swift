/// A request of Stripe's API as values: what came over the wire, without the wire.
public struct APIRequest: Sendable {
    /// `GET`, `POST` or `DELETE`.
    public var method: String
    /// `/v1/payment_intents/pi_…`, without its query, percent-decoded.
    public var path: String
    /// What stands behind `?`.
    public var query: [UInt8]
    /// The body, `application/x-www-form-urlencoded`.
    public var body: [UInt8]
    /// The API key of `Authorization`: `Bearer sk_test_…`, or Basic's user name; nil without one.
    public var apiKey: String?
    /// `Idempotency-Key`
    public var idempotencyKey: String?
    /// `Stripe-Account`: the connected account that the request is made for.
    public var account: String?

    /// One of these fields.
    public init(
        method: String, path: String, query: [UInt8] = [], body: [UInt8] = [], apiKey: String?,
        idempotencyKey: String? = nil, account: String? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.apiKey = apiKey
        self.idempotencyKey = idempotencyKey
        self.account = account
    }
}
