/// Checks 1 to 18, which all routes of our hosts share: the URL is ours, and its path can be cut.
///
/// Source: `docs/invocation-url.md` §4, §5.
struct SharedChecks {
    let parts: URLParts
    let destination: Destination
    let path: PathSegments

    init(_ text: Span<UInt8>, profile: ParseProfile, hosts: HostList) throws(InvocationError) {
        // Checks 1 to 5.
        if text.isEmpty { throw InvocationError(.empty, at: 0) }
        let limit = profile == .strict ? 1024 : 8192
        if text.count > limit { throw InvocationError(.tooLong, at: limit) }
        parts = URLParts(of: text)
        try parts.checkOctets(of: text, profile: profile)
        // Checks 6 to 11.
        destination = try Destination(parts, of: text, profile: profile, hosts: hosts)
        // Checks 12 to 14. In profile `tap` the query is checked parameter by parameter.
        let decodedEnd = profile == .strict ? parts.beforeFragment.upperBound : parts.path.upperBound
        if !parts.isPlain, let fault = text.decodedTextFault(in: parts.path.lowerBound..<decodedEnd) {
            throw InvocationError(fault.code, at: fault.offset)
        }
        // Checks 15 to 18.
        path = try PathSegments(parts.path, of: text)
    }
}

extension URLParts {
    /// Checks 3 and 5. Profile `tap` leaves query and fragment alone, and takes raw UTF-8 in the path.
    fileprivate func checkOctets(of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        if classes.isDisjoint(with: [.forbidden, .high, .percent]) { return }
        let forbidden: Span<UInt8>.Fault?
        let percent: Span<UInt8>.Fault?
        switch profile {
        case .strict:
            forbidden = text.forbiddenOctet(in: 0..<text.count)
            percent = text.badPercent(in: beforeFragment)
        case .tap:
            let head = 0..<path.upperBound
            forbidden = text.forbiddenOctet(in: head, allowingHighOctetsIn: path)
            percent = text.badPercent(in: head)
        }
        if let fault = forbidden ?? percent {
            throw InvocationError(
                fault.code, at: fault.offset, found: text.excerpt(text.wholeCharacter(at: fault.offset)))
        }
    }
}

extension Span<UInt8> {
    /// An octet with the UTF-8 continuations behind it.
    fileprivate func wholeCharacter(at start: Int) -> Range<Int> {
        var end = start + 1
        while end < count, end < start + 4, 0x80...0xBF ~= self[end] { end += 1 }
        return start..<end
    }
}
