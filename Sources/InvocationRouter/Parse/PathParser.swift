/// Checks 15 to 21: a path names exactly one organization.
struct PathParser {
    /// The range of the one segment.
    let segment: Range<Int>
    /// The segment has the form of an organization.
    let isOrg: Bool
    /// A slash stands behind the segment.
    let hasTrailingSlash: Bool

    init(_ path: Range<Int>, of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        guard path.count > 1 else { throw InvocationError(.missingOrg, at: path.lowerBound) }
        try Self.forEachSegment(of: path, in: text) { segment throws(InvocationError) in
            if text.decoded(segment, equals: ".") || text.decoded(segment, equals: "..") {
                throw InvocationError(.dotSegment, at: segment.lowerBound, found: text.excerpt(segment))
            }
        }
        try Self.forEachSegment(of: path, in: text) { segment throws(InvocationError) in
            if Self.holdsSeparator(segment, in: text) {
                throw InvocationError(.encodedSeparator, at: segment.lowerBound, found: text.excerpt(segment))
            }
        }
        hasTrailingSlash = text[path.upperBound - 1] == UInt8(ascii: "/")
        let segments = path.lowerBound..<path.upperBound - (hasTrailingSlash ? 1 : 0)
        try Self.forEachSegment(of: segments, in: text) { segment throws(InvocationError) in
            if segment.isEmpty { throw InvocationError(.unexpectedPath, at: segment.lowerBound) }
        }
        let start = segments.lowerBound + 1
        let slash = text.first(UInt8(ascii: "/"), in: start..<segments.upperBound)
        segment = start..<(slash ?? segments.upperBound)
        if ReservedPath.contains(segment, in: text) {
            throw InvocationError(.reservedPath, at: segment.lowerBound, found: text.excerpt(segment))
        }
        if let slash {
            let rest = slash + 1..<segments.upperBound
            throw InvocationError(.unexpectedPath, at: rest.lowerBound, found: text.excerpt(rest))
        }
        isOrg = text.isOrg(segment)
        guard isOrg || profile == .tap && Self.isAlias(segment, in: text) else {
            throw InvocationError(.invalidOrg, at: segment.lowerBound, found: text.excerpt(segment))
        }
    }

    /// Hands over the ranges between raw slashes, behind the first.
    private static func forEachSegment(
        of path: Range<Int>, in text: Span<UInt8>, _ body: (Range<Int>) throws(InvocationError) -> Void
    ) throws(InvocationError) {
        var start = path.lowerBound + 1
        while let slash = text.first(UInt8(ascii: "/"), in: start..<path.upperBound) {
            try body(start..<slash)
            start = slash + 1
        }
        try body(start..<path.upperBound)
    }

    private static func holdsSeparator(_ segment: Range<Int>, in text: Span<UInt8>) -> Bool {
        var decoder = PercentDecoder(segment)
        while let octet = decoder.next(in: text) {
            if octet == UInt8(ascii: "/") || octet == UInt8(ascii: "\\") { return true }
        }
        return false
    }

    /// At most 64 scalars in NFC. That it is UTF-8 without controls and bidi controls was checked before.
    private static func isAlias(_ segment: Range<Int>, in text: Span<UInt8>) -> Bool {
        let alias = text.decodedString(segment)
        guard alias.unicodeScalars.count <= 64 else { return false }
        var octets = alias.utf8Span
        return octets.checkForNFC(quickCheck: false)
    }
}
