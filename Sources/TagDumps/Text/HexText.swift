import TextKit

/// Hex in tag files: spaces between the pairs, and marks for unknown bytes.
enum HexText {
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
            guard Hex.value(of: character) != nil || character == unknownMark else { return false }
            guard let first = high else {
                high = character
                continue
            }
            high = nil
            switch (Hex.value(of: first), Hex.value(of: character)) {
            case (let upper?, let lower?): bytes.append(upper << 4 | lower)
            case (nil, nil): bytes.append(nil)
            default: return false
            }
        }
        return high == nil
    }

    /// Upper-case pairs, with `unknown` for a byte that nobody knows.
    static func text(_ bytes: some Sequence<UInt8?>, separator: String = "", unknown: String) -> String {
        bytes.map { $0.map { Hex.upper([$0]) } ?? unknown }.joined(separator: separator)
    }
}
