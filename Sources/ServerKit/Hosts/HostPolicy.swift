public import HTTPTypes

/// The host names that a server accepts. Requests are checked by their `Host` and `Origin` headers.
///
/// A malicious web page can resolve its own name to 127.0.0.1 (DNS rebinding). The page then has the same
/// origin as a server on the visitor's machine. However, its requests still contain the malicious name in
/// `Host`, so a server that accepts only its own names refuses them. Numeric addresses cannot be rebound.
///
/// Source: RFC 9110 §7.2, §7.4 and §15.5.20; W3C Fetch Metadata.
public struct HostPolicy: Hashable, Sendable {
    /// The accepted names, in lower case and without a port.
    private let names: Set<String>
    /// Whether all numeric addresses are accepted. This is the case unless the server listens on a loopback
    /// address.
    private let acceptsAddresses: Bool

    /// Creates the policy of a listener.
    ///
    /// - Parameters:
    ///   - host: The address on which the server listens, such as `127.0.0.1` or `::`.
    ///   - names: Other host names of the server, without a port, such as `give.example.org`.
    public init(listeningOn host: String, names: [String] = []) {
        let listened = Self.host(of: host) ?? host.lowercased()
        acceptsAddresses = !Self.isLocal(host)
        self.names = Set(["localhost", listened] + names.compactMap(Self.host(of:)))
    }

    /// Returns whether only this machine can reach a listener on the host: `localhost` or a loopback address.
    public static func isLocal(_ host: String) -> Bool {
        host.lowercased() == "localhost" || NetworkAddress(host)?.isLoopback == true
    }

    /// The reason that a request is refused.
    public enum Refusal: Hashable, Sendable {
        /// The request has no `Host` header or more than one.
        case hostMissing
        /// The request's `Host` is not a name of this server.
        case foreignHost
        /// The request was sent by a page of another site.
        case foreignOrigin

        /// The HTTP status: 400 if the request does not have exactly one `Host` header, and 421 otherwise.
        public var status: HTTPResponse.Status {
            switch self {
            case .hostMissing: .badRequest
            case .foreignHost, .foreignOrigin: .misdirectedRequest
            }
        }

        /// The text of the response, which describes what happened and what to do next.
        public var sentence: String {
            switch self {
            case .hostMissing: "The request needs exactly one Host header."
            case .foreignHost:
                "This server does not accept requests for this host name. Use the server's own address, or "
                    + "configure the server to accept this host name."
            case .foreignOrigin:
                "This request was sent by a page on another site. Send the request from a page on this "
                    + "server, or from a program that is not a browser."
            }
        }
    }

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - request: The head of the request. Its authority comes from its target if that is an absolute URL
    ///     (`RequestHeadHandler`), and otherwise from the `Host` header.
    ///   - isSafe: Whether the request only displays a page and changes nothing. Pages of other sites may
    ///     send safe requests, for example with a link.
    /// - Returns: The reason that the request is refused; nil if it is accepted.
    public func refusal(of request: HTTPRequest, isSafe: Bool) -> Refusal? {
        // The first `Host` header is the request's authority. A second one is among the header fields.
        guard let authority = request.authority, !request.headerFields.contains(.host) else {
            return .hostMissing
        }
        guard accepts(authority) else { return .foreignHost }
        guard !isSafe else { return nil }
        if let origin = request.headerFields[.origin], origin != "null" {
            return isOwn(origin, authority) ? nil : .foreignOrigin
        }
        // A page that sends no referrer has the origin "null", even for requests to its own server.
        switch request.headerFields[.secFetchSite] {
        case nil, "same-origin", "none": return nil
        default: return .foreignOrigin
        }
    }

    /// Returns whether the server accepts the value of a `Host` header. The server accepts its names and
    /// loopback addresses. It accepts any numeric address unless it listens on a loopback address.
    func accepts(_ authority: String) -> Bool {
        guard let host = Self.host(of: authority) else { return false }
        if names.contains(host) { return true }
        guard let address = NetworkAddress(host) else { return false }
        return acceptsAddresses || address.isLoopback
    }

    /// Returns whether an origin belongs to this server. Its host and port must match the `Host` header, or
    /// its host must be one of the server's names. The second rule is for proxies that change the header. It
    /// excludes numeric addresses and `localhost`.
    private func isOwn(_ origin: String, _ authority: String) -> Bool {
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            let place = origin.dropFirst(scheme.count).lowercased()
            if place == authority.lowercased() { return true }
            guard let host = Self.host(of: place), host != "localhost" else { return false }
            return names.contains(host) && NetworkAddress(host) == nil
        }
        return false
    }

    /// Returns whether a string can be a host name or an IPv4 address without a port. Only the length and the
    /// characters are checked.
    public static func isName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
                    || byte == 0x2E
            }
    }

    /// Returns the host of an authority, in lower case. The port, the brackets of an IPv6 address and the
    /// final dot of an absolute name are removed. Returns nil if the authority is malformed.
    ///
    /// Source: RFC 3986 §3.2.
    static func host(of authority: String) -> String? {
        guard authority.utf8.count <= 300 else { return nil }
        var host = Substring(authority.lowercased())
        var port = Substring()
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            let rest = host[host.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            port = rest.dropFirst()
            host = host[host.index(after: host.startIndex)..<end]
            guard host.contains(":") else { return nil }
        } else if let colon = host.firstIndex(of: ":"), colon == host.lastIndex(of: ":") {
            port = host[host.index(after: colon)...]
            host = host[..<colon]
        }
        guard port.utf8.count <= 5, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        if host.hasSuffix(".") { host = host.dropLast() }
        return host.isEmpty ? nil : String(host)
    }
}

extension HTTPField.Name {
    fileprivate static let host = named("Host")
    fileprivate static let secFetchSite = named("Sec-Fetch-Site")

    /// Returns the header name for a string, which must be a valid header name.
    package static func named(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is not a header name") }
        return name
    }
}
