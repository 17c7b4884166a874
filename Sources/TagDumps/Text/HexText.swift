/// Bytes as hex digits, in both directions.
enum HexText {
    /// What one hex digit is worth; nil for any other byte.
    static func value(of digit: UInt8) -> UInt8? {
        let value = values[Int(digit)]
        return value == noDigit ? nil : value
    }

    /// Pairs of hex digits, with spaces, tabs or colons between the pairs or not; nil for anything else.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var unknown = [UInt8?]()
        unknown.reserveCapacity(text.utf8.count / 2)
        guard read(text, unknownMark: nil, into: &unknown) else { return nil }
        return unknown.compactMap(\.self)
    }

    /// As ``bytes(_:)``, where two marks stand for a byte that nobody knows.
    static func bytes(_ text: some StringProtocol, unknownMark: Unicode.Scalar) -> [UInt8?]? {
        var bytes = [UInt8?]()
        return read(text, unknownMark: UInt8(ascii: unknownMark), into: &bytes) ? bytes : nil
    }

    private static func read(
        _ text: some StringProtocol, unknownMark: UInt8?, into bytes: inout [UInt8?]
    ) -> Bool {
        var high: UInt8?
        for character in Array(text.utf8) {
            let isBlank = character == 0x20 || character == 0x09 || character == UInt8(ascii: ":")
            if isBlank, high == nil { continue }
            guard value(of: character) != nil || character == unknownMark else { return false }
            guard let first = high else {
                high = character
                continue
            }
            high = nil
            switch (value(of: first), value(of: character)) {
            case (let upper?, let lower?): bytes.append(upper << 4 | lower)
            case (nil, nil): bytes.append(nil)
            default: return false
            }
        }
        return high == nil
    }

    /// Upper-case pairs, joined by `separator`.
    static func text(_ bytes: some Collection<UInt8>, separator: String = "") -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * (2 + separator.utf8.count))
        for byte in bytes {
            if !text.isEmpty { text += separator.utf8 }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Upper-case pairs, with `unknown` for a byte that nobody knows.
    static func text(_ bytes: some Sequence<UInt8?>, separator: String = "", unknown: String) -> String {
        bytes.map { $0.map { text([$0]) } ?? unknown }.joined(separator: separator)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static let noDigit: UInt8 = 0xFF
    /// By the byte of the digit, in upper or lower case.
    private static let values: [UInt8] = {
        var values = Array(repeating: noDigit, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        for (value, digit) in "abcdef".utf8.enumerated() { values[Int(digit)] = UInt8(value + 10) }
        return values
    }()
}
