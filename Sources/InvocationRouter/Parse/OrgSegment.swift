/// Checks 19 to 21: the one segment of a path names an organization.
struct OrgSegment {
    /// The range of the segment.
    let range: Range<Int>
    /// The segment has the form of an organization; otherwise it may be an alias of one.
    let isOrg: Bool

    init(_ path: PathSegments, of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        range = path.first
        if ReservedPath.contains(range, in: text) {
            throw InvocationError(.reservedPath, at: range.lowerBound, found: text.excerpt(range))
        }
        if let rest = path.rest {
            throw InvocationError(.unexpectedPath, at: rest.lowerBound, found: text.excerpt(rest))
        }
        isOrg = text.isOrg(range)
        guard isOrg || profile == .tap && Self.isAlias(range, in: text) else {
            throw InvocationError(.invalidOrg, at: range.lowerBound, found: text.excerpt(range))
        }
    }

    /// At most 64 scalars in NFC. That it is UTF-8 without controls and bidi controls was checked before.
    private static func isAlias(_ segment: Range<Int>, in text: Span<UInt8>) -> Bool {
        let alias = text.decodedString(segment)
        guard alias.unicodeScalars.count <= 64 else { return false }
        var octets = alias.utf8Span
        return octets.checkForNFC(quickCheck: false)
    }
}
