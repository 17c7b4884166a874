/// Walks over a range of a URL and gives its octets percent-decoded once, without a copy.
///
/// A `%` that no two hex digits follow comes out as itself: where that is an error, it was found before.
struct PercentDecoder {
    private(set) var position: Int
    let end: Int

    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func next(in text: Span<UInt8>) -> UInt8? {
        guard position < end else { return nil }
        let octet = text[position]
        if octet == UInt8(ascii: "%"), end - position >= 3, let high = text[position + 1].hexValue,
            let low = text[position + 2].hexValue
        {
            position += 3
            return high << 4 | low
        }
        position += 1
        return octet
    }
}

extension Span<UInt8> {
    /// The range, decoded, as text; what is not UTF-8 becomes U+FFFD.
    func decodedString(_ range: Range<Int>) -> String {
        String(unsafeUninitializedCapacity: range.count) { buffer in
            var count = 0
            var decoder = PercentDecoder(range)
            while let octet = decoder.next(in: self) {
                buffer[count] = octet
                count += 1
            }
            return count
        }
    }

    /// Whether the range, decoded, is exactly `name`, an ASCII text.
    func decoded(_ range: Range<Int>, equals name: StaticString, ignoringCase: Bool = false) -> Bool {
        name.withUTF8Buffer { name in
            var decoder = PercentDecoder(range)
            for expected in name {
                guard let octet = decoder.next(in: self) else { return false }
                guard octet == expected || ignoringCase && octet.lowercasedASCII == expected else {
                    return false
                }
            }
            return decoder.position == range.upperBound
        }
    }

    /// Whether two ranges say the same once decoded.
    func decodedEqual(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        var one = PercentDecoder(one)
        var other = PercentDecoder(other)
        while true {
            let octet = one.next(in: self)
            if octet != other.next(in: self) { return false }
            if octet == nil { return true }
        }
    }

    /// The first position of `octet` in the range.
    func first(_ octet: UInt8, in range: Range<Int>) -> Int? {
        var position = range.lowerBound
        while position < range.upperBound {
            if self[position] == octet { return position }
            position += 1
        }
        return nil
    }

    /// What stands in the range as people may see it, cut to 80 octets.
    func excerpt(_ range: Range<Int>) -> String {
        let cut = range.lowerBound..<Swift.min(range.upperBound, range.lowerBound + 80)
        var octets: [UInt8] = []
        for position in cut { octets.append(self[position]) }
        return octets.escapedForDisplay() + (cut.upperBound < range.upperBound ? "…" : "")
    }
}
