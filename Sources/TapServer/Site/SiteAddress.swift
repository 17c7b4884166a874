import Foundation

/// The public address of the pages: the scheme, the host and the port. Links in e-mails begin with it.
///
/// The address never comes from a request, because a client could send any host.
public struct SiteAddress: Hashable, Sendable {
    /// The address without a trailing slash, such as `https://give.example.org`.
    public let text: String
    /// The host and the port, if there is one: `give.example.org`, `[::1]:8080`.
    public var authority: String { String(text.drop { $0 != "/" }.dropFirst(2)) }
    /// Whether the address uses TLS. If so, cookies are sent only over TLS.
    public let isSecure: Bool
    /// The domain of the default sender's e-mail address: the site's host. An IP address is written as an
    /// address literal, such as `[192.0.2.1]`.
    ///
    /// Source: RFC 5321 §4.1.3 (address literals).
    let mailDomain: String

    /// Parses an address. Returns nil unless it consists of `http` or `https`, a host, and an optional port.
    public init?(_ text: String) {
        guard text.utf8.count <= 300, let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.host, Self.isHost(host), parts.path.isEmpty || parts.path == "/",
            parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil
        else { return nil }
        let name = host.trimmingCharacters(in: ["[", "]"])
        let isV6 = name.contains(":")
        self.text = "\(scheme)://\(isV6 ? "[\(name)]" : name)\(parts.port.map { ":\($0)" } ?? "")"
        isSecure = scheme == "https"
        let isV4 = name.split(separator: ".").allSatisfy { UInt8($0) != nil }
        mailDomain = isV6 ? "[IPv6:\(name)]" : isV4 ? "[\(name)]" : name
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                let scalar = Unicode.Scalar(byte)
                return byte < 0x80
                    && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || ".-:[]".unicodeScalars.contains(scalar))
            }
    }
}
