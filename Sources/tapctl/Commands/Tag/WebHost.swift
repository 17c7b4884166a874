import Documents

/// The host and the port of a web address, checked with the rules for names of hosts.
enum WebHost {
    /// Returns the reason why no phone can reach the host of a web address. Returns nil if no reason is
    /// found, or if the URL is not a web address.
    ///
    /// A label has at most 63 characters, and neither begins nor ends with a hyphen. A name has at most 253
    /// characters. Port 0 is reserved. Labels with other than ASCII characters may have any length, because
    /// phones encode them first.
    ///
    /// Source: RFC 1035 §2.3.4; RFC 1123 §2.1; RFC 6335 §6.
    static func flaw(of url: String) -> String? {
        guard ["http://", "https://"].contains(where: { url.lowercased().hasPrefix($0) }),
            let host = Protecting.host(url)
        else { return nil }
        if port(of: url) == 0 { return "port 0 is reserved, so no server can use it" }
        guard !host.hasPrefix("[") else { return nil }
        for label in host.split(separator: ".") {
            if label.hasPrefix("-") || label.hasSuffix("-") {
                let part = printable(String(label.prefix(63)))
                return "the part \"\(part)\" of the host begins or ends with a hyphen"
            }
            if label.utf8.count > 63, label.utf8.allSatisfy({ $0 < 0x80 }) {
                return "a part of the host has \(label.utf8.count) characters, but at most 63 are possible"
            }
        }
        let length = host.utf8.count - (host.hasSuffix(".") ? 1 : 0)
        guard length > 253, host.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return "the host has \(length) characters, but at most 253 are possible"
    }

    /// Returns the port of a web address; nil if it has none, or if the port is not a number.
    private static func port(of url: String) -> Int? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
        return authority.lastIndex(of: ":").flatMap { Int(authority[authority.index(after: $0)...]) }
    }
}
