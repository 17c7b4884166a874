import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
public import ProcessorSimulator

/// A simulated processor that another process serves.
public struct RemoteProcessor: Sendable {
    /// `http://127.0.0.1:12111`, without a slash at the end.
    public let url: String
    private let client = WebhookSender.makeClient()

    /// The server at an address; ``close()`` has to be called when it is done with.
    public init(url: String) {
        self.url = String(url.reversed().drop { $0 == "/" }.reversed())
    }

    /// Asks the server.
    ///
    /// - Throws: An error of the connection: nobody knows whether the request was carried out.
    public func exchange(_ request: APIRequest) async throws -> APIAnswer {
        var sent = HTTPClientRequest(url: Self.address(url, request))
        sent.method = .RAW(value: request.method)
        sent.headers.add(name: "Authorization", value: "Bearer \(request.apiKey ?? "")")
        if let account = request.account { sent.headers.add(name: "Stripe-Account", value: account) }
        if let key = request.idempotencyKey { sent.headers.add(name: "Idempotency-Key", value: key) }
        if !request.body.isEmpty {
            sent.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            sent.body = .bytes(ByteBuffer(bytes: request.body))
        }
        let answer = try await client.execute(sent, timeout: .seconds(30))
        let body = try await answer.body.collect(upTo: 1 << 26)
        return APIAnswer(
            status: Int(answer.status.code), body: Array(body.readableBytesView),
            requestID: answer.headers.first(name: "Request-Id") ?? "")
    }

    /// Ends its connections.
    public func close() async throws { try await client.shutdown() }

    private static func address(_ url: String, _ request: APIRequest) -> String {
        let query = request.query.isEmpty ? "" : "?" + String(decoding: request.query, as: UTF8.self)
        return url + request.path + query
    }
}
