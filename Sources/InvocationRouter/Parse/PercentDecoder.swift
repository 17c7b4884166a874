import TextKit

/// An iterator that percent-decodes a range of a URL once, octet by octet, without copying the range.
///
/// A `%` that is not followed by two hexadecimal digits is returned unchanged. If this `%` is an error, an
/// earlier check has already reported it.
struct PercentDecoder {
    private(set) var position: Int
    let end: Int

    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func next(in text: Span<UInt8>) -> UInt8? {
        guard position < end else { return nil }
        let byte = text[position]
        if byte == UInt8(ascii: "%"), end - position >= 3, let high = text[position + 1].hexValue,
            let low = text[position + 2].hexValue
        {
            position += 3
            return high << 4 | low
        }
        position += 1
        return byte
    }
}

extension Span<UInt8> {
    /// Returns the range as percent-decoded text. Invalid UTF-8 becomes U+FFFD.
    func decodedString(_ range: Range<Int>) -> String {
        String(unsafeUninitializedCapacity: range.count) { buffer in
            var count = 0
            var decoder = PercentDecoder(range)
            while let byte = decoder.next(in: self) {
                buffer[count] = byte
                count += 1
            }
            return count
        }
    }

    /// Returns whether the range equals the ASCII text `name` after percent-decoding. If `ignoringCase` is
    /// true, `name` must be in lower case.
    func decoded(_ range: Range<Int>, equals name: StaticString, ignoringCase: Bool = false) -> Bool {
        name.withUTF8Buffer { name in
            var decoder = PercentDecoder(range)
            for expected in name {
                guard let byte = decoder.next(in: self) else { return false }
                guard byte == expected || ignoringCase && byte.lowercasedASCII == expected else {
                    return false
                }
            }
            return decoder.position == range.upperBound
        }
    }

    /// Returns whether two ranges are equal after percent-decoding.
    func decodedEqual(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        var one = PercentDecoder(one)
        var other = PercentDecoder(other)
        while true {
            let byte = one.next(in: self)
            if byte != other.next(in: self) { return false }
            if byte == nil { return true }
        }
    }

    /// Returns the first position of the ASCII character `character` in the range; nil if the range does not
    /// contain the character.
    func first(_ character: Unicode.Scalar, in range: Range<Int>) -> Int? {
        let byte = UInt8(ascii: character)
        var position = range.lowerBound
        while position < range.upperBound {
            if self[position] == byte { return position }
            position += 1
        }
        return nil
    }

    /// Returns the text of the range for an error message: shortened to 80 octets and escaped, so that it is
    /// safe to print.
    func excerpt(_ range: Range<Int>) -> String {
        let cut = range.lowerBound..<Swift.min(range.upperBound, range.lowerBound + 80)
        var bytes: [UInt8] = []
        for position in cut { bytes.append(self[position]) }
        return bytes.escapedForDisplay() + (cut.upperBound < range.upperBound ? "…" : "")
    }

    /// Returns an error about a range, with its text.
    func error(_ code: InvocationError.Code, _ range: Range<Int>) -> InvocationError {
        InvocationError(code, at: range.lowerBound, found: excerpt(range))
    }
}

/// A set of octet classes for checking a URL. Most octets do not belong to any class. A set can combine the
/// classes of all octets in a string.
struct ByteClass: OptionSet {
    let rawValue: UInt8

    /// The octet `#`, which begins a fragment.
    static let hash = ByteClass(rawValue: 1)
    /// The octet `%`, which begins a percent-encoded octet.
    static let percent = ByteClass(rawValue: 2)
    /// Octets that are not ASCII (0x80 and above).
    static let high = ByteClass(rawValue: 4)
    /// ASCII octets that a URL may not contain: all except
    /// `A-Z a-z 0-9 - . _ ~ : / ? # @ ! $ & ' ( ) * + , ; = %` (check 3).
    static let forbidden = ByteClass(rawValue: 8)

    /// Determines the class of one octet. The set is empty if the octet does not belong to any class.
    init(of byte: UInt8) {
        // The compiler turns this into a table.
        self =
            switch byte {
            case 0x23: .hash
            case 0x25: .percent
            case 0x21, 0x24, 0x26...0x3B, 0x3D, 0x3F...0x5A, 0x5F, 0x61...0x7A, 0x7E: []
            case 0x80...0xFF: .high
            default: .forbidden
            }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The kinds of octets in the grammar of giving URLs.
extension UInt8 {
    /// Whether the octet is a letter or a digit: `A-Z a-z 0-9`.
    var isAlphanumeric: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// Whether the octet is a letter: `A-Z a-z`.
    var isLetter: Bool {
        switch self {
        case 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// Whether the octet is allowed in the ids of organizations and funds: a letter, a digit, `.`, `_` or
    /// `-`.
    var isNameByte: Bool {
        switch self {
        case 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }

    /// Whether the octet is allowed in a scheme after its first letter: a letter, a digit, `+`, `-` or `.`.
    var isSchemeByte: Bool {
        isAlphanumeric || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }

    /// The value of a hexadecimal digit in upper or lower case; nil for any other octet.
    var hexValue: UInt8? { Hex.value(of: self) }

    /// The octet in lower case if it is one of `A-Z`; otherwise the unchanged octet.
    var lowercasedASCII: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
