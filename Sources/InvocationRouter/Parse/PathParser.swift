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
        var segments = Self.segments(of: path, in: text)
        for segment in segments
        where text.decoded(segment, equals: ".") || text.decoded(segment, equals: "..") {
            throw InvocationError(.dotSegment, at: segment.lowerBound, found: text.excerpt(segment))
        }
        for segment in segments where Self.holdsSeparator(segment, in: text) {
            throw InvocationError(.encodedSeparator, at: segment.lowerBound, found: text.excerpt(segment))
        }
        hasTrailingSlash = segments.last?.isEmpty ?? false
        if hasTrailingSlash { segments.removeLast() }
        for segment in segments where segment.isEmpty {
            throw InvocationError(.unexpectedPath, at: segment.lowerBound)
        }
        segment = segments[0]
        if ReservedPath.contains(segment, in: text) {
            throw InvocationError(.reservedPath, at: segment.lowerBound, found: text.excerpt(segment))
        }
        if segments.count > 1 {
            throw InvocationError(
                .unexpectedPath, at: segments[1].lowerBound, found: text.excerpt(segments[1]))
        }
        isOrg = text.isOrg(segment)
        guard isOrg || profile == .tap && Self.isAlias(segment, in: text) else {
            throw InvocationError(.invalidOrg, at: segment.lowerBound, found: text.excerpt(segment))
        }
    }

    /// The ranges between raw slashes, behind the first.
    private static func segments(of path: Range<Int>, in text: Span<UInt8>) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        var start = path.lowerBound + 1
        while let slash = text.first(UInt8(ascii: "/"), in: start..<path.upperBound) {
            segments.append(start..<slash)
            start = slash + 1
        }
        segments.append(start..<path.upperBound)
        return segments
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
