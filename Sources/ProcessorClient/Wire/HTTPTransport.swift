import CurlClient

/// Sends the processor's requests over HTTP.
public struct HTTPTransport: ProcessorTransport {
    /// The maximum size of a response body, in bytes.
    static let mostResponseBytes = 16 << 20

    /// The maximum number of concurrent requests. Further requests wait for a free connection.
    ///
    /// With only eight, and a processor that takes 1.5 s per response, there would be five requests a second.
    /// The gift of a waiting new donor makes two requests at the same time, so this is enough for 256 such
    /// gifts.
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
    ///   - base: The processor's base URL without a trailing slash: `http://127.0.0.1:12111`.
    ///   - apiKey: `sk_test_…`
    /// - Throws: ``LiveKeyRefused``, or ``NoHTTPLibrary`` if this machine cannot send requests.
    public init(base: String, apiKey: String) throws {
        guard apiKey.hasPrefix("sk_test_") || apiKey.hasPrefix("rk_test_") else { throw LiveKeyRefused() }
        if let problem = HTTPClient.problem { throw NoHTTPLibrary(description: problem) }
        self.base = base
        self.apiKey = apiKey
    }

    /// Sends a request once.
    ///
    /// - Throws: ``NoAnswerInTime``, `HTTPFailure`, or `CancellationError`.
    public func send(_ request: WireRequest, within limit: Duration) async throws -> WireAnswer {
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
            return WireAnswer(
                status: response.status, body: response.body, requestID: response.header("Request-Id"),
                shouldRetry: response.header("Stripe-Should-Retry").flatMap(Bool.init))
        } catch let failure as HTTPFailure where failure.code == .timedOut {
            throw NoAnswerInTime(limit: limit)
        }
    }

    /// The API version whose responses this client can read.
    static let apiVersion = "2026-05-27.dahlia"
}

/// The API key is not a test key; live keys are refused.
public struct LiveKeyRefused: Error, CustomStringConvertible {
    /// What happened, and which key is required.
    public var description: String { "the processor's key is not one of the test mode: sk_test_…" }
}

/// This machine has no libcurl, or one that is too old.
public struct NoHTTPLibrary: Error, CustomStringConvertible {
    /// What is missing, and which package contains it.
    public let description: String
}
