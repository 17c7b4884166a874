/// The API below `/api`, as a function from calls to replies.
public protocol APIHandler: Sendable {
    /// The reply to a call; whatever is wrong is a reply that says so.
    func reply(to call: APICall) async -> APIReply
    /// The reply to a call that comes too often, whatever it asks for.
    ///
    /// - Parameter seconds: In how many seconds it may come again, 1 at least.
    func refusal(secondsToWait seconds: Int64) -> APIReply
    /// Returns the template of the route for a path, with names in place of ids: `/api/gifts/{id}`.
    func route(of path: String) -> String
    /// Whether a call charges a card at once that the program names: it is counted as a gift is.
    ///
    /// - Parameter path: As it was sent, not decoded, and without the query.
    func triesCards(_ method: String, _ path: String) -> Bool
}

/// A request to the API as it was received. It contains no type of an HTTP server.
public struct APICall: Hashable, Sendable {
    /// `GET`, `POST`, `PATCH`
    public var method: String
    /// Path and query as they were sent, not decoded: `/api/gifts?org=Grace`.
    public var target: String
    /// The request's body; may be empty.
    public var body: [UInt8]
    /// The `Authorization` header.
    public var authorization: String?
    /// The `Idempotency-Key` header; nil also where there are several.
    public var idempotencyKey: String?

    /// A call.
    public init(
        _ method: String, _ target: String, body: [UInt8] = [], authorization: String? = nil,
        idempotencyKey: String? = nil
    ) {
        self.method = method
        self.target = target
        self.body = body
        self.authorization = authorization
        self.idempotencyKey = idempotencyKey
    }

    /// The path, not decoded.
    public var path: Substring { target.targetPath }

    /// The query after the question mark, not decoded.
    public var query: Substring { target.targetQuery }

    /// Whether a request target, path and query, is below `/api`.
    static func isMeant(by target: String) -> Bool {
        let path = target.targetPath
        return path == "/api" || path.hasPrefix("/api/")
    }
}

/// The reply to a call: a JSON document.
public struct APIReply: Hashable, Sendable {
    /// HTTP's.
    public var status: Int
    /// Headers besides those that every answer has.
    public var headers: [String: String]
    /// The document.
    public var content: String

    /// A reply.
    public init(status: Int, headers: [String: String] = [:], content: String) {
        self.status = status
        self.headers = headers
        self.content = content
    }
}
