/// One entry of `components`: patterns for the parts of a URL, and whether matching URLs are excluded.
///
/// A URL matches if its path, its query and its fragment match. If there is no pattern for a part, every
/// value of that part matches.
///
/// Source: Apple, "applinks.Details.Components"; WWDC 2019, session 717.
public struct LinkComponent: Hashable, Sendable {
    /// The entry's position in the file, such as `applinks.details[0].components[2]`.
    public let place: String
    /// The entry's name for display, such as `component 3`, or `path 3` in the format of iOS 9 to 12. The
    /// entries of a list are numbered from 1.
    let name: String
    /// The pattern for the path (key `/`).
    let path: LinkPattern
    /// The pattern or patterns for the query (key `?`).
    let query: Query
    /// The pattern for the fragment (key `#`).
    let fragment: LinkPattern
    /// Whether this entry excludes the URLs that match it. If so, the app does not open these URLs, and later
    /// entries cannot change this decision.
    public let excludes: Bool
    /// The settings for comparing URLs with the patterns.
    let settings: Settings

    /// The patterns for a query.
    enum Query: Hashable {
        /// One pattern for the whole query.
        case whole(LinkPattern)
        /// Patterns for the values of individual query items. All patterns must match.
        case items([Item])
    }

    /// The name of a query item, and the pattern for its value.
    struct Item: Hashable {
        let name: String
        let value: LinkPattern
    }

    /// The settings that determine how patterns are compared with URLs.
    struct Settings: Hashable {
        /// Whether the comparison is case-sensitive.
        var caseSensitive = true
        /// Whether the patterns are percent-encoded. If false, the URL is percent-decoded before the
        /// comparison.
        var percentEncoded = true
    }

    /// A part of a URL for which a component can have a pattern.
    public enum Part: String, Sendable, CaseIterable {
        /// The path, whose pattern has the key `/`.
        case path
        /// The query, whose patterns have the key `?`.
        case query
        /// The fragment, whose pattern has the key `#`.
        case fragment
    }

    /// Returns whether all parts of a URL match.
    func matches(_ url: LinkURL) -> Bool { mismatch(with: url) == nil }

    /// Returns the first part of a URL that does not match; nil if all parts match.
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

    /// Returns whether it is certain that every URL that matches `other` also matches this component.
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

    /// Returns an estimate of the maximum number of steps that ``covers(_:)`` takes, including a fixed cost
    /// of 64 steps.
    func coveringCost(_ other: LinkComponent) -> Int {
        64 + path.coveringCost(other.path) + (tokenCount - path.tokens.count + 1) * (other.tokenCount + 1)
    }

    /// The number of tokens in all patterns of the component, plus one for each query item that has its own
    /// pattern.
    var tokenCount: Int { path.tokens.count + fragment.tokens.count + query.tokenCount }
}

extension LinkComponent.Query {
    /// The number of tokens in all patterns of the query, plus one for each query item that has its own
    /// pattern.
    var tokenCount: Int {
        switch self {
        case .whole(let pattern): pattern.tokens.count
        case .items(let items): items.reduce(0) { $0 + $1.value.tokens.count + 1 }
        }
    }
}

extension LinkPattern {
    /// Whether it is certain that every text matches the pattern.
    fileprivate var coversEverything: Bool { !text.isEmpty && text.allSatisfy { $0 == "*" } }

    /// Whether it is certain that every path matches the pattern.
    fileprivate var coversEveryPath: Bool { text == "/*" || coversEverything }
}

/// The parts of a URL that patterns are compared with. The parts are not percent-decoded.
struct LinkURL {
    /// The scheme in lower case.
    let scheme: String
    /// The host in lower case, without a port.
    let host: String
    /// The path, including its first slash. An empty path is represented as `/` (RFC 3986 §6.2.3).
    let path: String
    /// The query without its `?`; empty if there is no query.
    let query: String
    /// The fragment without its `#`; empty if there is no fragment.
    let fragment: String

    /// Splits a URL into its parts. Returns nil if the URL has no scheme or no authority.
    init?(_ url: String) {
        let bytes = url.utf8.span
        let parts = URLParts(of: bytes)
        guard let schemeRange = parts.scheme, let authority = parts.authority else { return nil }
        scheme = bytes.text(schemeRange).lowercased()
        let userEnd = bytes.first("@", in: authority).map { $0 + 1 } ?? authority.lowerBound
        let colon = bytes.first(":", in: userEnd..<authority.upperBound)
        host = bytes.text(userEnd..<(colon ?? authority.upperBound)).lowercased()
        path = parts.path.isEmpty ? "/" : bytes.text(parts.path)
        query = bytes.text(parts.query)
        fragment = bytes.text(min(parts.beforeFragment.upperBound + 1, bytes.count)..<bytes.count)
    }

    /// Whether the scheme is http or https. Universal links, App Clip URLs and App Links have one of these
    /// schemes.
    var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Returns the values of all query items with this name. The names in the URL are percent-decoded once
    /// before they are compared. The values are not decoded.
    func values(of name: String) -> [String] {
        query.split(separator: "&").compactMap { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, Self.decoded(String(first)) == name else { return nil }
            return parts.count == 2 ? String(parts[1]) : ""
        }
    }

    /// Percent-decodes a part of a URL once.
    static func decoded(_ text: String) -> String {
        let bytes = text.utf8.span
        return bytes.decodedString(bytes.indices)
    }
}
