import CurlClient

/// A transport that sends requests to the processor over HTTP.
public struct HTTPTransport: ProcessorTransport {
    /// The maximum size of a response body, in bytes.
    static let mostResponseBytes = 16 << 20

    /// The maximum number of concurrent requests. Requests beyond this limit wait for a free connection.
    ///
    /// A gift from a new donor requires two parallel requests, so 512 connections are sufficient for 256 such
    /// gifts at a time. With only eight connections, the client could send about five requests per second to
    /// a processor that takes 1.5 s per response.
    static let mostConnections = 512

    private let base: String
    private let apiKey: String

    /// The connection pool that all transports in this process share.
    private static let client: HTTPClient = {
        var limits = HTTPClient.Limits()
        limits.transfers = mostConnections
        return HTTPClient(limits: limits)
    }()

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The processor's base URL without a trailing slash, such as `http://127.0.0.1:12111`.
    ///   - apiKey: A test key, which begins with `sk_test_` or `rk_test_`.
    /// - Throws: ``LiveKeyRefused`` if the key is not a test key, or ``NoHTTPLibrary`` if this machine cannot
    ///   send requests.
    public init(base: String, apiKey: String) throws {
        guard apiKey.hasPrefix("sk_test_") || apiKey.hasPrefix("rk_test_") else { throw LiveKeyRefused() }
        if let problem = HTTPClient.problem { throw NoHTTPLibrary(description: problem) }
        self.base = base
        self.apiKey = apiKey
    }

    /// Sends a request once.
    ///
    /// - Throws: ``NoAnswerInTime``, `HTTPFailure` or `CancellationError`.
    public func send(_ request: WireRequest, within limit: Duration) async throws -> WireResponse {
        let isRead = request.method == "GET"
        let query = isRead && !request.form.isEmpty ? "?" + request.form : ""
        var message = HTTPRequest(request.method, base + Form.escaped(path: request.path) + query)
        message.headers = [
            .init("Authorization", "Bearer " + apiKey), .init("Stripe-Version", Self.apiVersion),
        ]
        if let key = request.idempotencyKey { message.headers.append(.init("Idempotency-Key", key)) }
        if let account = request.account { message.headers.append(.init("Stripe-Account", account)) }
        if request.wantsEventsOfAccounts {
            message.headers.append(.init("Tapctl-Events-Of-Accounts", "true"))
        }
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

    /// The version of Stripe's API that this client requests and can decode.
    static let apiVersion = "2026-05-27.dahlia"
}

/// The error for an API key that is not a test key. This client never uses live keys.
public struct LiveKeyRefused: Error, CustomStringConvertible {
    /// A message that states the required format of the key.
    public var description: String {
        "the processor's key must be a test key: it must begin with sk_test_ or rk_test_"
    }
}

/// The error thrown if the library libcurl is missing on this machine or is too old.
public struct NoHTTPLibrary: Error, CustomStringConvertible {
    /// A message that names the missing library and the package to install.
    public let description: String
}

/// A transport that sends requests to a processor and returns the responses: over HTTP, or directly to a
/// simulator in the same process.
public protocol ProcessorTransport: Sendable {
    /// Sends a request once.
    ///
    /// - Parameter limit: The maximum time to wait for the complete response.
    /// - Throws: ``NoAnswerInTime`` or another error if no complete response arrived. The processor may still
    ///   have executed the request.
    func send(_ request: WireRequest, within limit: Duration) async throws -> WireResponse
}

/// The error for a response that did not arrive within the time limit.
public struct NoAnswerInTime: Error, CustomStringConvertible {
    /// The time limit.
    public let limit: Duration

    /// Creates an error with the time limit.
    public init(limit: Duration) { self.limit = limit }

    /// A message that states the time limit in whole seconds.
    public var description: String { "no response arrived within \(limit.components.seconds) s" }
}

/// A request to Stripe's API, ready to be sent.
public struct WireRequest: Sendable {
    /// The HTTP method: `GET`, `POST` or `DELETE`.
    public var method: String
    /// The path, such as `/v1/payment_intents`.
    public var path: String
    /// The parameters, encoded as `application/x-www-form-urlencoded`. A GET request sends them as its query,
    /// and any other request as its body.
    public var form: String
    /// The idempotency key, or nil if the request has no key.
    public var idempotencyKey: String?
    /// The connected account on whose behalf the request is made, or nil for the platform.
    public var account: String?
    /// Whether a list of events also includes the events of connected accounts.
    ///
    /// Only the simulator supports this option, for clients that cannot receive webhooks. Stripe ignores it.
    public var wantsEventsOfAccounts = false

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

/// A processor's response.
public struct WireResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body, which is JSON.
    public var body: [UInt8]
    /// The value of the `Request-Id` header, or nil if the header is missing.
    public var requestID: String?
    /// The value of the `Stripe-Should-Retry` header, or nil if the header is missing.
    public var shouldRetry: Bool?

    /// Creates a response.
    public init(status: Int, body: [UInt8], requestID: String? = nil, shouldRetry: Bool? = nil) {
        self.status = status
        self.body = body
        self.requestID = requestID
        self.shouldRetry = shouldRetry
    }
}
