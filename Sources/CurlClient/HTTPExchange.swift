/// An HTTP request with its complete body.
public struct HTTPRequest: Hashable, Sendable {
    /// The method, such as `GET` or `POST`.
    public var method: String
    /// An absolute `http` or `https` URL.
    public var url: String
    /// The header fields, in the order in which they are sent.
    public var headers: [Header]
    /// The body, or nil if the request has no body.
    public var body: [UInt8]?

    /// A header field.
    public struct Header: Hashable, Sendable {
        /// The name, without the colon.
        public var name: String
        /// The value, without line breaks.
        public var value: String

        /// Creates a header field with a name and a value.
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// Creates a request. By default, the request has neither header fields nor a body.
    public init(_ method: String, _ url: String, headers: [Header] = [], body: [UInt8]? = nil) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
}

/// An HTTP response.
public struct HTTPResponse: Hashable, Sendable {
    /// The HTTP status, 100...599.
    public var status: Int
    /// The header fields, in the order and with the spelling that the server used.
    public var headers: [HTTPRequest.Header] = []
    /// The complete body, as the server sent it. Empty if the body was discarded.
    public var body: [UInt8] = []
    /// The redirect's target as an absolute URL, or nil if the response is not a redirect.
    public var redirectURL: String?
    /// The server that responded. Nil unless the request specified connection settings.
    public var peer: HTTPPeer?
    /// The number of body bytes received, if the body was discarded.
    public var discardedBytes = 0
    /// The reason why a discarded body is incomplete. Nil if the body is complete, or if the connection was
    /// closed because the body was longer than 64 KiB.
    public var bodyFailure: HTTPFailure.Code?

    /// Returns the value of the first field with this name. Case is ignored.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The reason why a request did not get a complete response.
public struct HTTPFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures.
    public enum Code: Sendable {
        /// The request cannot be sent because its URL, its method or a header is invalid.
        case invalidRequest
        /// The host name cannot be resolved, or the server cannot be reached.
        case unreachable
        /// No complete response arrived within the time limit.
        case timedOut
        /// The connection was closed before the response was complete.
        case connectionClosed
        /// The response exceeds a size limit.
        case tooLarge
        /// The certificate is not valid for the host name, or TLS failed for another reason.
        case tls
        /// The response is not HTTP, or the transfer failed for another reason.
        case failed
        /// libcurl is missing, too old or out of memory, or the client is closed.
        case unavailable
    }

    /// The code that identifies the kind of failure.
    public var code: Code
    /// A description of the failure, usually libcurl's message.
    public var reason: String

    /// The specific cause, or nil if unknown.
    public var cause: Cause?
    /// The server, if the request specified connection settings and a connection was made; otherwise nil.
    public var peer: HTTPPeer?
    /// The HTTP status. Nil if not all header fields of the response arrived.
    public var status: Int?
    /// The number of bytes of the body that were received.
    public var receivedBytes = 0

    /// A specific cause of a failure.
    public enum Cause: Sendable {
        /// The host name cannot be resolved.
        case nameNotFound
        /// The server does not accept connections on the port.
        case refused
        /// This computer has no route to the address.
        case noRoute
        /// This computer has no file of trusted certificates.
        case noAuthorities
        /// The server's certificate was rejected.
        case certificate
        /// The address is private, and the request permits only public addresses.
        case privateAddress
    }

    /// Creates a failure without a cause or details of the response.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// Same as ``reason``.
    public var description: String { reason }
}
