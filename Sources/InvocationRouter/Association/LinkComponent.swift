/// One entry of `components`: patterns for URLs, and whether matching URLs are excluded.
///
/// Path, query and fragment must all match. A missing pattern matches everything.
///
/// Source: Apple, "applinks.Details.Components"; WWDC 2019, session 717.
public struct LinkComponent: Hashable, Sendable {
    /// The entry's path in the file, such as `applinks.details[0].components[2]`.
    public let place: String
    /// The entry's kind and its position in its list, starting at 1: `component 3`, or `path 3` in the old format.
    let name: String
    /// The pattern of the path: the value of `/`.
    let path: LinkPattern
    /// The pattern of the query: the value of `?`.
    let query: Query
    /// The pattern of the fragment: the value of `#`.
    let fragment: LinkPattern
    /// Whether a matching URL is excluded, so that the app does not open it. Later components are then not compared.
    public let excludes: Bool
    /// The settings for comparing patterns.
    let settings: Settings

    /// The pattern of the query.
    enum Query: Hashable {
        /// A pattern for the whole query.
        case whole(LinkPattern)
        /// A pattern for the value of each of these query items.
        case items([Item])
    }

    /// A name in the query, and the pattern of its value.
    struct Item: Hashable {
        let name: String
        let value: LinkPattern
    }

    /// The settings that determine how patterns are compared with URLs.
    struct Settings: Hashable {
        /// Whether upper and lower case are distinguished.
        var caseSensitive = true
        /// Whether the pattern is percent-encoded, as URLs are. Otherwise, the URL is decoded before the
        /// comparison.
        var percentEncoded = true
    }

    /// A part of a URL for which a component can have a pattern.
    public enum Part: String, Sendable, CaseIterable {
        /// The path, with the key `/`.
        case path
        /// The query, with the key `?`.
        case query
        /// The fragment, with the key `#`.
        case fragment
    }

    /// Returns true if the component matches a URL.
    func matches(_ url: LinkURL) -> Bool { mismatch(with: url) == nil }

    /// Returns the first part of a URL that does not match; nil if the URL matches.
    func mismatch(with url: LinkURL) -> Part? {
        if !path.matches(path: decoded(url.path), ignoringCase: !settings.caseSensitive) { return .path }
        if !matches(query: url) { return .query }
        return fits(fragment, url.fragment) ? nil : .fragment
    }

    private func matches(query url: LinkURL) -> Bool {
        switch query {
        case .whole(let pattern): fits(pattern, url.query)
        case .items(let items):
            // Every instance of a name must match. A missing name has an empty value (session 717).
            items.allSatisfy { item in
                let values = url.values(of: item.name)
                return (values.isEmpty ? [""] : values).allSatisfy { fits(item.value, $0) }
            }
        }
    }

    private func fits(_ pattern: LinkPattern, _ text: String) -> Bool {
        pattern.matches(decoded(text), ignoringCase: !settings.caseSensitive)
    }

    private func decoded(_ text: String) -> String {
        settings.percentEncoded ? text : LinkURL.decoded(text)
    }

    /// Returns true only if the component matches every URL that `other` matches. A result of `false` can also
    /// mean that this is unknown.
    func covers(_ other: LinkComponent) -> Bool {
        if path.coversEveryPath, fragment.coversEverything, query == .whole(.everything) { return true }
        guard settings.percentEncoded == other.settings.percentEncoded,
            !settings.caseSensitive || other.settings.caseSensitive
        else { return false }
        let ignoringCase = !settings.caseSensitive
        return (path.coversEveryPath || path.covers(path: other.path, ignoringCase: ignoringCase))
            && fragment.covers(other.fragment, ignoringCase: ignoringCase)
            && covers(query: other, ignoringCase: ignoringCase)
    }

    private func covers(query other: LinkComponent, ignoringCase: Bool) -> Bool {
        switch (query, other.query) {
        case (.whole(let mine), .whole(let theirs)): mine.covers(theirs, ignoringCase: ignoringCase)
        case (.whole(let mine), .items): mine.coversEverything
        case (.items(let mine), .items(let theirs)):
            mine.allSatisfy { item in
                theirs.contains {
                    $0.name == item.name && item.value.covers($0.value, ignoringCase: ignoringCase)
                }
            }
        case (.items(let mine), .whole): mine.allSatisfy(\.value.coversEverything)
        }
    }

    /// Returns the approximate maximum number of steps of ``covers(_:)``, including 64 steps of fixed cost.
    func coveringCost(_ other: LinkComponent) -> Int {
        64 + path.coveringCost(other.path) + (tokenCount - path.tokens.count + 1) * (other.tokenCount + 1)
    }

    /// The number of tokens in all patterns of the component.
    var tokenCount: Int { path.tokens.count + fragment.tokens.count + query.tokenCount }
}

extension LinkComponent.Query {
    /// The number of tokens in all patterns of the query.
    var tokenCount: Int {
        switch self {
        case .whole(let pattern): pattern.tokens.count
        case .items(let items): items.reduce(0) { $0 + $1.value.tokens.count + 1 }
        }
    }
}

extension LinkPattern {
    /// Whether the pattern matches every string. A value of `false` can also mean that this is unknown.
    fileprivate var coversEverything: Bool { !text.isEmpty && text.allSatisfy { $0 == "*" } }

    /// Whether the pattern matches every path. A value of `false` can also mean that this is unknown.
    fileprivate var coversEveryPath: Bool { text == "/*" || coversEverything }
}

/// The parts of a URL with which patterns are compared. They are not decoded.
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

    /// Splits a URL into its parts; nil if the URL has no scheme or no authority.
    init?(_ url: String) {
        let bytes = url.utf8.span
        let parts = URLParts(of: bytes)
        guard let schemeRange = parts.scheme, let authority = parts.authority else { return nil }
        scheme = bytes.text(schemeRange).lowercased()
        let userEnd = bytes.first(UInt8(ascii: "@"), in: authority).map { $0 + 1 } ?? authority.lowerBound
        let colon = bytes.first(UInt8(ascii: ":"), in: userEnd..<authority.upperBound)
        host = bytes.text(userEnd..<(colon ?? authority.upperBound)).lowercased()
        path = parts.path.isEmpty ? "/" : bytes.text(parts.path)
        query = bytes.text(parts.query)
        fragment = bytes.text(min(parts.beforeFragment.upperBound + 1, bytes.count)..<bytes.count)
    }

    /// Whether the scheme is http or https, as universal links, App Clips and App Links require.
    var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Returns the values of all query items with this name. Names are percent-decoded once. Values are not decoded.
    func values(of name: String) -> [String] {
        query.split(separator: "&").compactMap { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, Self.decoded(String(first)) == name else { return nil }
            return parts.count == 2 ? String(parts[1]) : ""
        }
    }

    /// Returns a part of a URL, percent-decoded once.
    static func decoded(_ text: String) -> String {
        let bytes = text.utf8.span
        return bytes.decodedString(0..<bytes.count)
    }
}
