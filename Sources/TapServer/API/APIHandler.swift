import ServerKit

/// A handler of requests to the JSON API, whose paths begin with `/api`.
public protocol APIHandler: Sendable {
    /// Returns the reply to a call. If the call fails, the reply describes the error.
    func reply(to call: APICall) async -> APIReply
    /// Returns the reply to a call that is refused because the client has exceeded a rate limit.
    ///
    /// - Parameter seconds: The number of seconds to wait before the next call; at least 1.
    func refusal(secondsToWait seconds: Int64) -> APIReply
    /// Returns the route template for a path, with placeholders instead of ids, such as `/api/gifts/{id}`.
    func route(of path: String) -> String
    /// Returns whether a call charges a card immediately, with card data from the API client. If so, the call
    /// also counts toward the rate limit for gifts, which prevents card testing.
    ///
    /// - Parameter path: The path as sent: not decoded, and without the query.
    func triesCards(_ method: String, _ path: String) -> Bool
    /// Records in the audit log that a call was refused because the client sent its API key without
    /// encryption.
    func refusedPlain(_ call: APICall) async
}

/// An API request as it was received. It is independent of the HTTP server's types.
public struct APICall: Hashable, Sendable {
    /// The HTTP method, such as `GET`, `POST` or `PATCH`.
    public var method: String
    /// The path and query as sent, not decoded, such as `/api/gifts?org=Grace`.
    public var target: String
    /// The request's body; may be empty.
    public var body: [UInt8]
    /// The `Authorization` header; nil if the header is missing.
    public var authorization: String?
    /// The `Idempotency-Key` header; nil if the header is missing or occurs more than once.
    public var idempotencyKey: String?
    /// The `Donor-Email` header: the address of the donor whose objects are requested. A header keeps the
    /// address out of the URL.
    public var donorEmail: String?
    /// The client's network address; nil if it is unknown. It is also nil for a client on this machine if
    /// other machines cannot reach the server.
    public var client: String?

    public init(
        _ method: String, _ target: String, body: [UInt8] = [], authorization: String? = nil,
        idempotencyKey: String? = nil, donorEmail: String? = nil, client: String? = nil
    ) {
        self.method = method
        self.target = target
        self.body = body
        self.authorization = authorization
        self.idempotencyKey = idempotencyKey
        self.donorEmail = donorEmail
        self.client = client
    }

    /// The network of the client's address, such as `203.0.113.0/24`, without the part that identifies a
    /// device. Nil if the address is unknown or invalid.
    package var network: String? { client.flatMap(NetworkAddress.init)?.siteNetwork }

    /// The path, not decoded.
    public var path: Substring { target.targetPath }

    /// The query after the first question mark, not decoded.
    public var query: Substring { target.targetQuery }

    /// Returns whether the path of a request target (a path and a query) is `/api` or below it.
    static func isMeant(by target: String) -> Bool {
        let path = target.targetPath
        return path == "/api" || path.hasPrefix("/api/")
    }
}

/// The reply to a call: a status, additional headers and a JSON document.
public struct APIReply: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// Additional headers for this reply. The server adds the headers that all responses have.
    public var headers: [String: String]
    /// The JSON document.
    public var content: String

    public init(status: Int, headers: [String: String] = [:], content: String) {
        self.status = status
        self.headers = headers
        self.content = content
    }
}
