import TextKit

/// Text that contains only hexadecimal digits: an `.eml` file with one page or block on each line, or bytes
/// in any other layout.
///
/// Spaces, tabs, colons, commas, line breaks, and `0x` before a byte are ignored.
enum HexDump {
    /// Returns whether the text has at least two lines, and either all lines have 8 hexadecimal digits (a
    /// page) or all lines have 32 (a block).
    static func isEML(_ lines: [TextLine]) -> Bool {
        guard let width = lines.first?.text.utf8.count, width == 8 || width == 32, lines.count > 1 else {
            return false
        }
        return lines.allSatisfy { line in
            line.text.utf8.count == width && line.text.isHex
        }
    }

    /// Returns the bytes that the lines encode as pairs of hexadecimal digits, with optional separators and
    /// `0x` prefixes. Returns nil for any other text.
    static func bytes(_ lines: [TextLine]) -> [UInt8]? {
        var bytes: [UInt8] = []
        for line in lines {
            for word in line.text.split(whereSeparator: { " \t,".contains($0) }) {
                let digits = word.hasPrefix("0x") || word.hasPrefix("0X") ? word.dropFirst(2) : word
                guard let found = HexText.bytes(digits) else { return nil }
                bytes += found
            }
        }
        return bytes
    }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        let lines = try TextLine.all(of: bytes)
        guard let memory = self.bytes(lines) else {
            throw DumpError(.malformedLine, "the text does not consist of pairs of hex digits")
        }
        if RawMemory.prefix(of: memory) == nil, KeyFile.isKeys(lines) {
            throw KeyFile.error(
                lines.count == 1
                    ? "the file has 1 line, with a key of 6 bytes"
                    : "the file has \(lines.count) lines, each with a key of 6 bytes")
        }
        guard isEML(lines) else { return try RawMemory.image(memory) }
        if lines[0].text.utf8.count == 8 {
            // Older versions of Proxmark3 also write the prefix as text lines.
            guard let prefix = RawMemory.prefix(of: memory), prefix > 0 else {
                return try RawMemory.typeTwoFile(memory)
            }
            return try ProxmarkBinary.image(memory, prefix: prefix)
        }
        // Lines of 16 bytes are blocks, unless the check bytes of a Type 2 tag contradict this.
        guard RawMemory.prefix(of: memory) == nil, ClassicLayout.of(lines.count) == nil else {
            return try RawMemory.image(memory)
        }
        return try ClassicLayout.image(
            of: Dictionary(
                uniqueKeysWithValues: lines.indices.map { line in
                    (line, memory[line * 16..<line * 16 + 16].map(Optional.some))
                }))
    }

    /// Returns text that has one page or block of `lineBytes` bytes on each line, in hexadecimal.
    static func eml(_ memory: [UInt8], lineBytes: Int) -> String {
        stride(from: 0, to: memory.count, by: lineBytes).map { start in
            Hex.upper(memory[start..<min(start + lineBytes, memory.count)]) + "\n"
        }.joined()
    }
}

/// Functions that parse and write bytes in the notation of tag files: pairs of hexadecimal digits with
/// optional separators, and marks for unknown bytes.
enum HexText {
    /// Parses pairs of hexadecimal digits, optionally separated by spaces, tabs or colons. Returns nil for
    /// any other text.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var unknown = [UInt8?]()
        unknown.reserveCapacity(text.utf8.count / 2)
        guard read(text, unknownMark: nil, into: &unknown) else { return nil }
        return unknown.compactMap(\.self)
    }

    /// Parses bytes like ``bytes(_:)``, but also accepts unknown bytes. In the text, an unknown byte is a
    /// pair of `unknownMark` characters; in the result, it is nil.
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

    /// Returns the bytes as pairs of upper-case hexadecimal digits, with `unknown` in place of each unknown
    /// byte.
    static func text(_ bytes: some Sequence<UInt8?>, separator: String = "", unknown: String) -> String {
        bytes.map { $0.map { Hex.upper([$0]) } ?? unknown }.joined(separator: separator)
    }
}
