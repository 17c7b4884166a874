/// Checks 15 to 18: a path has segments, and everybody cuts it into the same ones.
struct PathSegments {
    /// The range of the first segment.
    let first: Range<Int>
    /// What follows behind the next slash; nil where nothing does.
    let rest: Range<Int>?
    /// A slash stands behind the last segment.
    let hasTrailingSlash: Bool

    init(_ path: Range<Int>, of text: Span<UInt8>) throws(InvocationError) {
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
        first = start..<(slash ?? segments.upperBound)
        rest = slash.map { $0 + 1..<segments.upperBound }
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
}
