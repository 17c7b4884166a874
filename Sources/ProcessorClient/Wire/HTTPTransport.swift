import CurlClient

/// Sends the processor's requests over HTTP.
public struct HTTPTransport: ProcessorTransport {
    /// The maximum size of a response body, in bytes.
    static let mostResponseBytes = 16 << 20

    /// The maximum number of concurrent requests. Further requests wait for a free connection.
    ///
    /// With only eight connections and a processor that takes 1.5 s per response, the client could send about five
    /// requests per second. A gift by a new donor who is waiting makes two requests at the same time, so 512
    /// connections are enough for 256 such gifts.
    static let mostConnections = 512

    private let base: String
    private let apiKey: String

    /// The connection pool of the whole process.
    private static let client: HTTPClient = {
        var limits = HTTPClient.Limits()
        limits.transfers = mostConnections
        return HTTPClient(limits: limits)
    }()

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The processor's base URL without a trailing slash, such as `http://127.0.0.1:12111`.
    ///   - apiKey: A test key, `sk_test_…`.
    /// - Throws: ``LiveKeyRefused`` if the key is not a test key, or ``NoHTTPLibrary`` if this machine cannot send
    ///   requests.
    public init(base: String, apiKey: String) throws {
        guard apiKey.hasPrefix("sk_test_") || apiKey.hasPrefix("rk_test_") else { throw LiveKeyRefused() }
        if let problem = HTTPClient.problem { throw NoHTTPLibrary(description: problem) }
        self.base = base
        self.apiKey = apiKey
    }

    /// Sends a request once.
    ///
    /// - Throws: ``NoAnswerInTime``, `HTTPFailure`, or `CancellationError`.
    public func send(_ request: WireRequest, within limit: Duration) async throws -> WireResponse {
        let isRead = request.method == "GET"
        let query = isRead && !request.form.isEmpty ? "?" + request.form : ""
        var message = HTTPRequest(request.method, base + Form.escaped(path: request.path) + query)
        message.headers = [
            .init("Authorization", "Bearer " + apiKey), .init("Stripe-Version", Self.apiVersion),
        ]
        if let key = request.idempotencyKey { message.headers.append(.init("Idempotency-Key", key)) }
        if let account = request.account { message.headers.append(.init("Stripe-Account", account)) }
        if !isRead {
            message.headers.append(.init("Content-Type", "application/x-www-form-urlencoded"))
            message.body = Array(request.form.utf8)
        }
        do {
            let response = try await Self.client.send(
                message, timeout: limit, bodyBytes: Self.mostResponseBytes)
            return WireResponse(
                status: response.status, body: response.body, requestID: response.header("Request-Id"),
                shouldRetry: response.header("Stripe-Should-Retry").flatMap(Bool.init))
        } catch let failure as HTTPFailure where failure.code == .timedOut {
            throw NoAnswerInTime(limit: limit)
        }
    }

    /// The API version whose responses this client can read.
    static let apiVersion = "2026-05-27.dahlia"
}

/// The error for an API key that is not a test key. Live keys are refused.
public struct LiveKeyRefused: Error, CustomStringConvertible {
    /// A description with the required format of the key.
    public var description: String { "the processor's API key must be a test key (sk_test_…)" }
}

/// The error if this machine has no libcurl, or a version that is too old.
public struct NoHTTPLibrary: Error, CustomStringConvertible {
    /// A description of what is missing, with the package to install.
    public let description: String
}

/// A connection to a processor that sends requests and returns responses. It is a socket or a simulator in the same
/// process.
public protocol ProcessorTransport: Sendable {
    /// Sends a request once.
    ///
    /// - Parameter limit: The maximum time to wait for the complete response.
    /// - Throws: ``NoAnswerInTime`` or another error if no complete response arrived. It is then unknown whether the
    ///   request was executed.
    func send(_ request: WireRequest, within limit: Duration) async throws -> WireResponse
}

/// The error if no response arrived within the time limit.
public struct NoAnswerInTime: Error, CustomStringConvertible {
    /// The time limit.
    public let limit: Duration

    /// Creates an error with the time limit.
    public init(limit: Duration) { self.limit = limit }

    /// A description with the time limit in whole seconds.
    public var description: String { "nothing arrived within \(limit.components.seconds) s" }
}

/// A request to Stripe's API, ready to be sent.
public struct WireRequest: Sendable {
    /// The method: `GET`, `POST` or `DELETE`.
    public var method: String
    /// The path, such as `/v1/payment_intents`.
    public var path: String
    /// The parameters as `application/x-www-form-urlencoded`: the body, or the query of a GET request.
    public var form: String
    /// The idempotency key; nil if the request has none.
    public var idempotencyKey: String?
    /// The connected account for which the request is made; nil for the platform.
    public var account: String?

    /// Creates a request.
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

/// The response of a processor.
public struct WireResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body, JSON.
    public var body: [UInt8]
    /// The `Request-Id` header.
    public var requestID: String?
    /// The value of the `Stripe-Should-Retry` header; nil if the header is missing.
    public var shouldRetry: Bool?

    /// Creates a response.
    public init(status: Int, body: [UInt8], requestID: String? = nil, shouldRetry: Bool? = nil) {
        self.status = status
        self.body = body
        self.requestID = requestID
        self.shouldRetry = shouldRetry
    }
}
