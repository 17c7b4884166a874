/// The parts of a URL that patterns are compared with, not decoded.
struct LinkURL {
    /// The scheme in lower case.
    let scheme: String
    /// The host in lower case, without a port.
    let host: String
    /// The path from its first slash, or `/` for an empty path (RFC 3986 §6.2.3).
    let path: String
    /// The query without its `?`, or an empty string.
    let query: String
    /// The fragment without its `#`, or an empty string.
    let fragment: String

    /// Splits a URL; nil if it has no scheme or no authority.
    init?(_ url: String) {
        let octets = url.utf8.span
        let parts = URLParts(of: octets)
        guard let schemeRange = parts.scheme, let authority = parts.authority else { return nil }
        scheme = octets.text(schemeRange).lowercased()
        let userEnd = octets.first(UInt8(ascii: "@"), in: authority).map { $0 + 1 } ?? authority.lowerBound
        let colon = octets.first(UInt8(ascii: ":"), in: userEnd..<authority.upperBound)
        host = octets.text(userEnd..<(colon ?? authority.upperBound)).lowercased()
        path = parts.path.isEmpty ? "/" : octets.text(parts.path)
        query = octets.text(parts.query)
        fragment = octets.text(min(parts.beforeFragment.upperBound + 1, octets.count)..<octets.count)
    }

    /// Universal links, App Clips and App Links have one of these.
    var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Returns the values of all query items with a name. Names are percent-decoded once; values are not
    /// decoded.
    func values(of name: String) -> [String] {
        query.split(separator: "&").compactMap { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, Self.decoded(String(first)) == name else { return nil }
            return parts.count == 2 ? String(parts[1]) : ""
        }
    }

    /// A part, percent-decoded once.
    static func decoded(_ text: String) -> String {
        let octets = text.utf8.span
        return octets.decodedString(0..<octets.count)
    }
}
