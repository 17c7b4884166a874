/// The segments of a URL's path after checks 15 to 18. These checks ensure that the path has segments, and
/// that every program splits the path into the same segments.
///
/// Source: `docs/invocation-url.md` §4.
struct PathSegments {
    /// The range of the first segment.
    let first: Range<Int>
    /// The range of the remaining segments, without a trailing slash; nil if the path has only one segment.
    let rest: Range<Int>?
    /// Whether a slash follows the last segment.
    let hasTrailingSlash: Bool

    init(_ path: Range<Int>, of text: Span<UInt8>) throws(InvocationError) {
        guard path.count > 1 else { throw InvocationError(.missingOrg, at: path.lowerBound) }
        try Self.forEachSegment(of: path, in: text) { segment throws(InvocationError) in
            if text.decoded(segment, equals: ".") || text.decoded(segment, equals: "..") {
                throw text.error(.dotSegment, segment)
            }
        }
        try Self.forEachSegment(of: path, in: text) { segment throws(InvocationError) in
            if Self.holdsSeparator(segment, in: text) {
                throw text.error(.encodedSeparator, segment)
            }
        }
        hasTrailingSlash = text[path.upperBound - 1] == UInt8(ascii: "/")
        let segments = path.lowerBound..<path.upperBound - (hasTrailingSlash ? 1 : 0)
        try Self.forEachSegment(of: segments, in: text) { segment throws(InvocationError) in
            if segment.isEmpty { throw InvocationError(.unexpectedPath, at: segment.lowerBound) }
        }
        let start = segments.lowerBound + 1
        let slash = text.first("/", in: start..<segments.upperBound)
        first = start..<(slash ?? segments.upperBound)
        rest = slash.map { $0 + 1..<segments.upperBound }
    }

    /// Calls a closure with the range of each path segment. A percent-encoded slash does not separate
    /// segments.
    private static func forEachSegment(
        of path: Range<Int>, in text: Span<UInt8>, _ body: (Range<Int>) throws(InvocationError) -> Void
    ) throws(InvocationError) {
        var start = path.lowerBound + 1
        while let slash = text.first("/", in: start..<path.upperBound) {
            try body(start..<slash)
            start = slash + 1
        }
        try body(start..<path.upperBound)
    }

    private static func holdsSeparator(_ segment: Range<Int>, in text: Span<UInt8>) -> Bool {
        var decoder = PercentDecoder(segment)
        while let byte = decoder.next(in: text) {
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") { return true }
        }
        return false
    }
}

/// The path segment that identifies the organization. The initializer checks that the path has exactly one
/// segment, and that this segment can be an organization's id or alias.
struct OrgSegment {
    /// The range of the segment in the URL.
    let range: Range<Int>
    /// Whether the segment is a valid organization id. If false, the segment can only be an alias.
    let isOrg: Bool

    init(_ path: PathSegments, of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        range = path.first
        if ReservedPath.contains(range, in: text) {
            throw text.error(.reservedPath, range)
        }
        if let rest = path.rest {
            throw text.error(.unexpectedPath, rest)
        }
        isOrg = text.isOrg(range)
        guard isOrg || profile == .tap && Self.isAlias(range, in: text) else {
            throw text.error(.invalidOrg, range)
        }
    }

    /// Returns whether the segment can be an alias: at most 64 Unicode scalars, in Unicode Normalization Form
    /// C. Earlier checks have ensured that the segment is UTF-8 without control characters or bidi controls.
    private static func isAlias(_ segment: Range<Int>, in text: Span<UInt8>) -> Bool {
        let alias = text.decodedString(segment)
        guard alias.unicodeScalars.count <= 64 else { return false }
        var bytes = alias.utf8Span
        return bytes.checkForNFC(quickCheck: false)
    }
}

/// The words that cannot be an organization's id, because the paths of other pages begin with these words.
///
/// The list never changes in version 1, because tags are permanently locked. Pages that are added later have
/// paths that begin with `/-/`, because `-` cannot be an organization's id.
///
/// Source: `docs/invocation-url.md` §5.
enum ReservedPath {
    static let words =
        """
        about account admin api app-ads.txt apple-app-site-association assets assetlinks.json billing \
        checkout connect docs favicon.ico give health healthz help index.html login logout manage metrics \
        onboarding orgs pay payouts plan plans portal pricing robots.txt sim sitemap.xml static status support t \
        tags v1 webhooks
        """
        .split(separator: " ").map { Array($0.utf8) }

    /// The reserved words, grouped by length. An organization id only needs to be compared with the words of
    /// the same length.
    private static let wordsByLength: [[[UInt8]]] = {
        let longest = words.map(\.count).max() ?? 0
        return (0...longest).map { length in words.filter { $0.count == length } }
    }()

    /// Returns whether the text in the range is a reserved word after percent-decoding. Case is ignored.
    static func contains(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
        var length = 0
        var decoder = PercentDecoder(range)
        while decoder.next(in: text) != nil { length += 1 }
        guard length < wordsByLength.count else { return false }
        for word in wordsByLength[length] {
            var decoder = PercentDecoder(range)
            var position = 0
            while let byte = decoder.next(in: text), byte.lowercasedASCII == word[position] {
                position += 1
            }
            if position == length { return true }
        }
        return false
    }
}
