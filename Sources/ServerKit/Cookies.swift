import TextKit

/// What a browser sends back of what it was given to keep.
///
/// Source: RFC 6265 §4.2.
public struct Cookies: Hashable, Sendable {
    private var values: [String: String] = [:]

    /// The most octets that are read; of more, nothing is.
    public static let maxBytes = 8 << 10
    /// The most cookies; of more, nothing is read.
    public static let mostCookies = 50

    /// None.
    public init() {}

    /// Reads a `Cookie` header: `a=1; b=2`. Of a name that is there twice the first counts, which is the one of the
    /// longest path; what has not the form of a cookie is passed over.
    public init(_ header: String) {
        guard header.utf8.count <= Self.maxBytes else { return }
        let pairs = header.split(separator: ";")
        guard pairs.count <= Self.mostCookies else { return }
        for pair in pairs {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { continue }
            let (name, value) = (Self.trimmed(halves[0]), Self.trimmed(halves[1]))
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName), value.utf8.allSatisfy(Self.isOfValue)
            else { continue }
            if values[name] == nil { values[name] = value }
        }
    }

    /// The value of this name; nil where there is none.
    public subscript(name: String) -> String? { values[name] }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }

    /// A token of RFC 9110 §5.6.2.
    static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Printable ASCII without space, quotation mark, comma, semicolon and backslash.
    static func isOfValue(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\",;\\".utf8.contains(byte)
    }
}

/// What a browser is given to keep: it comes back with requests below the path, and no script sees it.
public struct SetCookie: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value; empty takes it away.
    public var value: String
    /// It comes back with requests of this path and below.
    public var path: String
    /// It is sent over TLS alone.
    public var isSecure: Bool
    /// How long it is kept; nil: for as long as the browser runs.
    public var lifeSeconds: Int64?

    /// A cookie that a page of another site never makes the browser send.
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

    /// As it stands in a `Set-Cookie` header.
    ///
    /// Source: RFC 6265 §4.1.1; draft-ietf-httpbis-rfc6265bis §5.6.7 (SameSite).
    public var text: String {
        var parts = ["\(name)=\(value)", "Path=\(path)"]
        if let life = value.isEmpty ? 0 : lifeSeconds { parts.append("Max-Age=\(life)") }
        parts += ["HttpOnly", "SameSite=Strict"]
        if isSecure { parts.append("Secure") }
        return parts.joined(separator: "; ")
    }
}
