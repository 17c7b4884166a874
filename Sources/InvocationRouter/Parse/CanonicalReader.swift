/// The parts of a URL in canonical form, parsed in one pass.
///
/// Most URLs are in canonical form. A URL in canonical form passes all checks without a warning, so both
/// profiles read it in the same way. For any other text, the result is nil, and the caller runs the checks
/// one by one.
struct CanonicalReader {
    let org: Range<Int>
    let fund: Range<Int>?
    let recurring: Bool

    /// Parses a URL. Returns nil if the URL is not in canonical form.
    init?(_ text: Span<UInt8>, hosts: HostList) {
        guard let hostEnd = Self.end(of: hosts, in: text) else { return nil }
        guard let org = Self.name(from: hostEnd, atMost: 64, in: text),
            !ReservedPath.contains(org, in: text), text.has("?", at: org.upperBound)
        else { return nil }
        self.org = org
        var position = org.upperBound + 1
        if text.has("f", at: position), text.has("=", at: position + 1) {
            guard let fund = Self.name(from: position + 2, atMost: 32, in: text),
                text.has("&", at: fund.upperBound)
            else { return nil }
            self.fund = fund
            position = fund.upperBound + 1
        } else {
            fund = nil
        }
        guard text.count == position + 3, text.has("r", at: position), text.has("=", at: position + 1),
            text[position + 2] & 0xFE == UInt8(ascii: "0")
        else { return nil }
        recurring = text.has("1", at: position + 2)
    }

    /// Returns the position after `https://`, an accepted host and a slash; nil if the text does not begin
    /// with these.
    private static func end(of hosts: HostList, in text: Span<UInt8>) -> Int? {
        for origin in hosts.origins where origin.count < text.count {
            var position = 0
            while position < origin.count, origin[position] == text[position] { position += 1 }
            if position == origin.count { return position }
        }
        return nil
    }

    /// Returns the range of the name at `start`; nil if there is no valid name. A name consists of letters,
    /// digits, `.`, `_` and `-`, and begins and ends with a letter or digit.
    private static func name(from start: Int, atMost limit: Int, in text: Span<UInt8>) -> Range<Int>? {
        var end = start
        while end < text.count, text[end].isNameByte { end += 1 }
        guard end > start, end - start <= limit, text[start].isAlphanumeric, text[end - 1].isAlphanumeric
        else {
            return nil
        }
        return start..<end
    }
}

extension Span<UInt8> {
    fileprivate func has(_ character: Unicode.Scalar, at position: Int) -> Bool {
        position < count && self[position] == UInt8(ascii: character)
    }
}
