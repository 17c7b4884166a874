/// The checks of octets (3 and 5) and of decoded text (12 to 14) that `docs/invocation-url.md` §4 defines,
/// applied to a range of a URL.
///
/// In profile `strict`, check 3 covers the whole URL, and the other checks exclude the fragment. In profile
/// `tap`, these checks cover the URL up to the end of the path, and each known parameter separately.
extension Span<UInt8> {
    /// Runs check 3: returns an error about the first octet in the range that is not allowed in a URL, or nil
    /// if all octets are allowed. In the range `open`, octets of 0x80 and above are allowed, as if they were
    /// percent-encoded.
    func forbiddenByte(
        in range: Range<Int>, allowingHighBytesIn open: Range<Int>? = nil
    ) -> InvocationError? {
        for position in range {
            let byte = ByteClass(of: self[position])
            if byte.isDisjoint(with: [.forbidden, .high]) { continue }
            if byte == .high, let open, open.contains(position) { continue }
            return InvocationError(.forbiddenCharacter, at: position)
        }
        return nil
    }

    /// Runs check 5: finds the first `%` in the range that is not followed by two hexadecimal digits.
    func badPercent(in range: Range<Int>) -> InvocationError? {
        for position in range where self[position] == UInt8(ascii: "%") {
            guard range.upperBound - position >= 3, self[position + 1].hexValue != nil,
                self[position + 2].hexValue != nil
            else { return InvocationError(.badPercentEncoding, at: position) }
        }
        return nil
    }

    /// Runs checks 12, 13 and 14, in this order. When the range is percent-decoded once, the result must be
    /// UTF-8 without control characters (general category Cc) and without bidi controls.
    func decodedTextFault(in range: Range<Int>) -> InvocationError? {
        var control: Int?
        var bidi: Int?
        var decoder = PercentDecoder(range)
        while decoder.position < range.upperBound {
            let start = decoder.position
            guard let scalar = decoder.nextScalar(in: self) else {
                return InvocationError(.invalidUTF8, at: start)
            }
            switch scalar {
            case 0x00...0x1F, 0x7F...0x9F:
                control = control ?? start
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
                bidi = bidi ?? start
            default:
                break
            }
        }
        if let control { return InvocationError(.controlCharacter, at: control) }
        return bidi.map { InvocationError(.bidiControl, at: $0) }
    }

    /// Checks the octets and the decoded text of a range (checks 3, 5 and 12 to 14, in this order). Returns
    /// the first failure, or nil if the range passes.
    func textFault(in range: Range<Int>) -> InvocationError? {
        forbiddenByte(in: range) ?? badPercent(in: range) ?? decodedTextFault(in: range)
    }
}

extension PercentDecoder {
    /// Decodes and returns the next Unicode scalar; nil at the end, or if the octets are not well-formed
    /// UTF-8.
    ///
    /// Source: The Unicode Standard, table 3-7 (no overlong forms, no surrogates, nothing above U+10FFFF).
    mutating func nextScalar(in text: Span<UInt8>) -> UInt32? {
        guard let lead = next(in: text) else { return nil }
        let second: ClosedRange<UInt8>
        let more: Int
        switch lead {
        case 0x00...0x7F: return UInt32(lead)
        case 0xC2...0xDF: (second, more) = (0x80...0xBF, 0)
        case 0xE0: (second, more) = (0xA0...0xBF, 1)
        case 0xE1...0xEC, 0xEE...0xEF: (second, more) = (0x80...0xBF, 1)
        case 0xED: (second, more) = (0x80...0x9F, 1)
        case 0xF0: (second, more) = (0x90...0xBF, 2)
        case 0xF1...0xF3: (second, more) = (0x80...0xBF, 2)
        case 0xF4: (second, more) = (0x80...0x8F, 2)
        default: return nil
        }
        guard let continuation = next(in: text), second ~= continuation else { return nil }
        var scalar = UInt32(lead) & (more == 0 ? 0x1F : more == 1 ? 0x0F : 0x07)
        scalar = scalar << 6 | UInt32(continuation & 0x3F)
        for _ in 0..<more {
            guard let continuation = next(in: text), 0x80...0xBF ~= continuation else { return nil }
            scalar = scalar << 6 | UInt32(continuation & 0x3F)
        }
        return scalar
    }
}

/// The parts of a URL that has passed checks 1 to 18. All URLs of the service share these checks. They ensure
/// that the service accepts the URL's host, and that the path can be split into segments.
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
        try parts.checkBytes(of: text, profile: profile)
        // Checks 6 to 11.
        destination = try Destination(parts, of: text, profile: profile, hosts: hosts)
        // Checks 12 to 14. In profile `tap` the query is checked parameter by parameter.
        let decodedEnd = profile == .strict ? parts.beforeFragment.upperBound : parts.path.upperBound
        if !parts.isPlain, let fault = text.decodedTextFault(in: parts.path.lowerBound..<decodedEnd) {
            throw fault
        }
        // Checks 15 to 18.
        path = try PathSegments(parts.path, of: text)
    }
}

extension URLParts {
    /// Checks that all octets of the URL are allowed (check 3) and that its percent-encoding is valid (check
    /// 5). In profile `tap`, this method does not check the query and the fragment, and the path may contain
    /// non-ASCII octets that are not percent-encoded.
    fileprivate func checkBytes(of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        if classes.isDisjoint(with: [.forbidden, .high, .percent]) { return }
        let head = 0..<path.upperBound
        let fault =
            switch profile {
            case .strict: text.forbiddenByte(in: text.indices) ?? text.badPercent(in: beforeFragment)
            case .tap: text.forbiddenByte(in: head, allowingHighBytesIn: path) ?? text.badPercent(in: head)
            }
        if let fault {
            throw InvocationError(
                fault.code, at: fault.offset, found: text.excerpt(text.wholeCharacter(at: fault.offset)))
        }
    }
}

extension Span<UInt8> {
    /// Returns the range of an octet and the UTF-8 continuation octets that follow it.
    fileprivate func wholeCharacter(at start: Int) -> Range<Int> {
        var end = start + 1
        while end < count, end < start + 4, 0x80...0xBF ~= self[end] { end += 1 }
        return start..<end
    }
}
