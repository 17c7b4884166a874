public import ServerKit

/// A request for a page, as it came over the wire; no type of a server stands in it.
public struct PageRequest: Hashable, Sendable {
    /// `GET`, `POST`
    public var method: String
    /// Path and query as they were sent, not decoded: `/WoodlandsChurch?f=12&r=1`.
    public var target: String
    /// The body of a form, `application/x-www-form-urlencoded`.
    public var form: String
    /// The network address that it comes from; nil where it says nothing about who asks.
    public var client: String?
    /// What the browser kept.
    public var cookies: Cookies
    /// The last event that a browser has heard of a stream; nil where it asks for the first time.
    public var lastEventID: String?

    /// A request.
    public init(
        _ method: String, _ target: String, form: String = "", client: String? = nil,
        cookies: Cookies = Cookies(), lastEventID: String? = nil
    ) {
        self.method = method
        self.target = target
        self.form = form
        self.client = client
        self.cookies = cookies
        self.lastEventID = lastEventID
    }

    /// The path, not decoded.
    var path: String { String(target.targetPath) }

    /// What stands behind the question mark.
    var query: String { String(target.targetQuery) }
}

/// The two halves of a request's target, as it was sent: path and query, not decoded.
///
/// Source: RFC 9112, "Request Target", §3.2.1.
extension String {
    /// What stands before the first question mark.
    var targetPath: Substring { self[..<(utf8.firstIndex(of: UInt8(ascii: "?")) ?? endIndex)] }

    /// What stands behind the first question mark.
    var targetQuery: Substring { self[targetPath.endIndex...].dropFirst() }
}
