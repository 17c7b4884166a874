/// The host of a webhook's URL.
///
/// Source: RFC 3986 §3, limited to `http` and `https`.
public struct WebhookTarget: Hashable, Sendable {
    /// The host in lower case. An IPv6 address has no brackets.
    public let host: String

    /// Parses an `http` or `https` URL. Returns nil if the URL is malformed, has a different scheme or an
    /// invalid port, or contains user information.
    public init?(_ url: String) {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, ["http:", "https:"].contains(parts[0].lowercased()), parts[1].isEmpty,
            url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        let authority = parts[2].prefix { $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else { return nil }
        let port: Substring
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[..<end].dropFirst().lowercased()
            port = authority[end...].dropFirst()
        } else {
            host = authority.prefix { $0 != ":" }.lowercased()
            port = authority.drop { $0 != ":" }
        }
        guard !host.isEmpty, Self.isPort(port) else { return nil }
    }

    /// Returns whether the text after a host is a valid port part: empty, a colon, or a colon and a port
    /// from 1 to 65535 (RFC 3986 §3.2.3).
    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":" else { return text.isEmpty }
        let digits = text.dropFirst()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return digits.isEmpty || UInt16(digits).map { $0 > 0 } == true
    }

    /// Whether the host is this machine: `localhost`, an address in `127.0.0.0/8`, or `::1`.
    ///
    /// An IPv4 address must consist of four numbers. A name such as `127.0.0.example` is therefore not
    /// treated as an address.
    public var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
    }
}
