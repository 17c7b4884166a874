/// Conversions between bytes and pairs of hex digits.
package enum Hex {
    // MARK: Writing

    /// Returns the bytes as pairs of lower-case hex digits, joined by `separator`.
    package static func lower(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        text(Array(bytes), ten: UInt8(ascii: "a"), separator)
    }

    /// Returns the bytes as pairs of upper-case hex digits, joined by `separator`.
    package static func upper(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        text(Array(bytes), ten: UInt8(ascii: "A"), separator)
    }

    /// Returns a byte as two upper-case hex digits followed by `h`, as in data sheets, such as `3Fh`.
    package static func byte(_ byte: UInt8) -> String { upper([byte]) + "h" }

    /// Returns the upper-case hex digit for a value below 16.
    static func upperDigit(_ value: UInt8) -> UInt8 { digit(value, ten: UInt8(ascii: "A")) }

    // The parameter is an array, because a generic loop over another module's sequence would be five times slower.
    private static func text(_ bytes: [UInt8], ten: UInt8, _ separator: String) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * (2 + separator.utf8.count))
        for byte in bytes {
            if !text.isEmpty { text += separator.utf8 }
            text.append(digit(byte >> 4, ten: ten))
            text.append(digit(byte & 0x0F, ten: ten))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8, ten: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : ten + (value - 10)
    }

    // MARK: Reading

    /// Returns the value of an ASCII hex digit in upper or lower case, or nil for any other byte.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case "0"..."9": digit - UInt8(ascii: "0")
        case "a"..."f": digit - UInt8(ascii: "a") + 10
        case "A"..."F": digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Parses pairs of hex digits in upper or lower case. Returns nil if the number of digits is odd, or if
    /// the text contains any other character, including spaces.
    package static func bytes(of text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var digits = text.utf8.makeIterator()
        while let first = digits.next() {
            guard let second = digits.next(), let high = value(of: first), let low = value(of: second) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Decodes hex digits that are a constant in the source code. Stops the program if `digits` does not
    /// consist of pairs of hex digits, because such a constant is a programming error.
    package static func constant(_ digits: String) -> [UInt8] {
        guard let bytes = bytes(of: digits) else { preconditionFailure("a constant must be hex") }
        return bytes
    }

    /// The reason why pasted text is not valid hex.
    package enum Flaw: Error, Hashable, Sendable {
        /// A character is not a hex digit. `place` is the position of the character, starting at 1.
        case noDigit(Character, place: Int)
        /// A single digit remains after this number of complete bytes.
        case halfByte(after: Int)
    }

    /// Parses hex that a person has pasted. Spaces, colons, commas, hyphens, line breaks and `0x` are
    /// skipped.
    package static func bytes(pasted text: String) throws(Flaw) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        var previous: Character?
        for (index, character) in text.enumerated() {
            defer { previous = character }
            if let digit = character.asciiValue.flatMap(value(of:)) {
                if let first = high {
                    bytes.append(first << 4 | digit)
                    high = nil
                } else {
                    high = digit
                }
            } else if character == "x" || character == "X", previous == "0", high == 0 {
                high = nil
            } else if !(character.isWhitespace || ":-,".contains(character)) {
                throw .noDigit(character, place: index + 1)
            }
        }
        guard high == nil else { throw .halfByte(after: bytes.count) }
        return bytes
    }
}
