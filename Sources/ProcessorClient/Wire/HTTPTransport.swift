import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Requests over HTTP.
public struct HTTPTransport: ProcessorTransport {
    /// Octets that an answer may have.
    static let longestAnswer = 16 << 20

    /// Requests that a processor has at a time; a further one waits until an earlier one is answered.
    ///
    /// With the eight that the library opens by itself, a processor that takes 1.5 s an answer takes five a second.
    static let mostConnections = 256

    private let base: String
    private let apiKey: String

    /// One pool of connections for the whole process.
    ///
    /// Redirects are not followed: Stripe's API has none, and a key goes nowhere but where it was sent. Where nobody
    /// listens, nobody is waited for.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = mostConnections
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// A transport to a processor.
    ///
    /// - Parameters:
    ///   - base: `http://127.0.0.1:12111`, without a slash at the end.
    ///   - apiKey: `sk_test_…`
    /// - Throws: ``LiveKeyRefused``
    public init(base: String, apiKey: String) throws {
        guard apiKey.hasPrefix("sk_test_") || apiKey.hasPrefix("rk_test_") else { throw LiveKeyRefused() }
        self.base = base
        self.apiKey = apiKey
    }

    /// Sends a request once.
    ///
    /// - Throws: ``NoAnswerInTime``, or what the library throws.
    public func send(_ request: WireRequest, within limit: Duration) async throws -> WireAnswer {
        // The library's own timeout ends with the head of an answer: what stops amid its body would be waited for without end.
        try await withThrowingTaskGroup(of: WireAnswer?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await once(request) }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            guard let answer = try await group.next().flatMap(\.self) else {
                throw NoAnswerInTime(limit: limit)
            }
            return answer
        }
    }

    private func once(_ request: WireRequest) async throws -> WireAnswer {
        let isRead = request.method == "GET"
        let query = isRead && !request.form.isEmpty ? "?" + request.form : ""
        var message = HTTPClientRequest(url: base + Form.escaped(path: request.path) + query)
        message.method = .init(rawValue: request.method)
        message.headers.add(name: "Authorization", value: "Bearer " + apiKey)
        message.headers.add(name: "Stripe-Version", value: Self.apiVersion)
        if let key = request.idempotencyKey { message.headers.add(name: "Idempotency-Key", value: key) }
        if let account = request.account { message.headers.add(name: "Stripe-Account", value: account) }
        if !isRead {
            message.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            message.body = .bytes(ByteBuffer(string: request.form))
        }
        let answer = try await Self.client.execute(message, deadline: .distantFuture)
        let body = try await answer.body.collect(upTo: Self.longestAnswer)
        return WireAnswer(
            status: Int(answer.status.code), body: Array(body.readableBytesView),
            requestID: answer.headers.first(name: "Request-Id"),
            shouldRetry: answer.headers.first(name: "Stripe-Should-Retry").flatMap(Bool.init))
    }

    /// The version of the API whose shapes are read.
    static let apiVersion = "2026-05-27.dahlia"
}

/// Only keys of the test mode are taken in this version.
public struct LiveKeyRefused: Error, CustomStringConvertible {
    /// What happened, and which key is wanted.
    public var description: String { "the processor's key is not one of the test mode: sk_test_…" }
}
