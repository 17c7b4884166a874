/// What carries a request to a processor and its answer back: a socket, or a simulator in the same process.
public protocol ProcessorTransport: Sendable {
    /// Sends a request once.
    ///
    /// - Parameter limit: How long the whole answer is waited for.
    /// - Throws: ``NoAnswerInTime``, or anything else where no whole answer came: nobody knows then whether the request was
    ///   carried out.
    func send(_ request: WireRequest, within limit: Duration) async throws -> WireAnswer
}

/// All the time that an answer was waited for is over, and there is none.
public struct NoAnswerInTime: Error, CustomStringConvertible {
    /// How long it was waited for.
    public let limit: Duration

    /// So long.
    public init(limit: Duration) { self.limit = limit }

    /// What happened, in whole seconds.
    public var description: String { "none came within \(limit.components.seconds) s" }
}

/// A request of Stripe's API, as it goes over the wire.
public struct WireRequest: Sendable {
    /// `GET`, `POST` or `DELETE`.
    public var method: String
    /// `/v1/payment_intents`
    public var path: String
    /// The parameters, `application/x-www-form-urlencoded`: a body, or the query of a GET.
    public var form: String
    /// The key under which it is carried out once.
    public var idempotencyKey: String?
    /// The connected account that it is made for.
    public var account: String?

    /// One of these fields.
    public init(
        method: String, path: String, form: String = "", idempotencyKey: String? = nil, account: String? = nil
    ) {
        self.method = method
        self.path = path
        self.form = form
        self.idempotencyKey = idempotencyKey
        self.account = account
    }
}

/// What came back.
public struct WireAnswer: Sendable {
    /// The status of HTTP.
    public var status: Int
    /// JSON.
    public var body: [UInt8]
    /// `Request-Id`
    public var requestID: String?
    /// `Stripe-Should-Retry`
    public var shouldRetry: Bool?

    /// One of these fields.
    public init(status: Int, body: [UInt8], requestID: String? = nil, shouldRetry: Bool? = nil) {
        self.status = status
        self.body = body
        self.requestID = requestID
        self.shouldRetry = shouldRetry
    }
}
