import TextKit

/// The cookies that a browser sends with a request.
///
/// Source: RFC 6265 §4.2.
public struct Cookies: Hashable, Sendable {
    private var values: [String: String] = [:]

    /// The maximum size of a `Cookie` header in bytes. A larger header is ignored.
    public static let maxBytes = 8 << 10
    /// The maximum number of cookies in the header. A header with more cookies is ignored.
    public static let mostCookies = 50

    public init() {}

    /// Parses a `Cookie` header, such as `a=1; b=2`.
    ///
    /// If a name occurs twice, the first value is used, because it belongs to the cookie with the longest
    /// path. Malformed cookies are skipped.
    ///
    /// - Parameters:
    ///   - header: The value of the header.
    ///   - isSecure: Whether the site uses TLS. If so, only cookies whose names begin with `__Host-` are
    ///     used, because no other site can set them. The prefix is removed from the names.
    public init(_ header: String, isSecure: Bool = false) {
        guard header.utf8.count <= Self.maxBytes else { return }
        let pairs = header.split(separator: ";")
        guard pairs.count <= Self.mostCookies else { return }
        for pair in pairs {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { continue }
            let (name, value) = (Self.trimmed(halves[0]), Self.trimmed(halves[1]))
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName), value.utf8.allSatisfy(Self.isOfValue)
            else { continue }
            let isOwn = name.hasPrefix(SetCookie.prefix)
            guard isOwn || !isSecure else { continue }
            let known = isOwn ? String(name.dropFirst(SetCookie.prefix.count)) : name
            if values[known] == nil { values[known] = value }
        }
    }

    /// Returns the value of the cookie with this name, or nil.
    public subscript(name: String) -> String? { values[name] }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }

    /// Returns whether a byte is allowed in a cookie's name, which is a token (RFC 9110 §5.6.2).
    static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Returns whether a byte is allowed in a cookie's value. Allowed bytes are printable ASCII characters
    /// except space, quotation mark, comma, semicolon and backslash.
    static func isOfValue(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\",;\\".utf8.contains(byte)
    }
}

/// A cookie that a browser stores and hides from scripts. The browser sends the cookie with requests for the
/// cookie's path and the paths below it.
public struct SetCookie: Hashable, Sendable {
    /// The name of the cookie, which is a token (RFC 9110 §5.6.2).
    public var name: String
    /// The value of the cookie. An empty value deletes the cookie.
    public var value: String
    /// The path for which the browser sends the cookie. Paths below it are included.
    public var path: String
    /// Whether the browser sends the cookie only over TLS.
    public var isSecure: Bool
    /// Whether the cookie is `SameSite=Lax`: the browser also sends it when a person follows a link on
    /// another site or in an e-mail. By default, the cookie is `SameSite=Strict`: the browser sends it only
    /// with requests from this site.
    public var isSameSiteLax = false
    /// The prefix of the name if the site uses TLS. Browsers accept a cookie with this prefix only from the
    /// site itself, over TLS and for all paths, so no other subdomain can set it.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §4.1.3.2.
    static let prefix = "__Host-"
    /// The lifetime in seconds. If nil, the cookie is kept until the browser is closed.
    public var lifeSeconds: Int64?

    /// Creates a cookie with `SameSite=Strict`.
    public init(_ name: String, _ value: String, path: String, isSecure: Bool, lifeSeconds: Int64? = nil) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy(Cookies.isOfName)
                && value.utf8.allSatisfy(Cookies.isOfValue),
            "\(name) is not a valid cookie")
        self.name = name
        self.value = value
        self.path = path
        self.isSecure = isSecure
        self.lifeSeconds = lifeSeconds
    }

    /// The value of the `Set-Cookie` header.
    ///
    /// Over TLS, the name begins with `__Host-` and the path is `/`, as browsers require for this prefix.
    ///
    /// Source: RFC 6265 §4.1.1; draft-ietf-httpbis-rfc6265bis §5.6.7 (SameSite).
    public var text: String {
        var parts =
            isSecure ? ["\(Self.prefix)\(name)=\(value)", "Path=/"] : ["\(name)=\(value)", "Path=\(path)"]
        if let life = value.isEmpty ? 0 : lifeSeconds { parts.append("Max-Age=\(life)") }
        parts += ["HttpOnly", "SameSite=\(isSameSiteLax ? "Lax" : "Strict")"]
        if isSecure { parts.append("Secure") }
        return parts.joined(separator: "; ")
    }
}
