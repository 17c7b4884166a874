/// NXP TagInfo's memory listing: `[04] . 03 00 FE 00 |....|`, alone or inside TagInfo's whole report.
///
/// In brackets the page or block in hex, then perhaps its lock state, then its bytes; `??`, `XX` or `--` stand for
/// a byte that could not be read. Four bytes make a page of a Type 2 tag, sixteen a block of a MIFARE Classic.
enum TagInfoText {
    /// Whether a line is of this form.
    static func isRow(_ line: TextLine) -> Bool { address(of: line) != nil }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        var rows: [Int: [UInt8?]] = [:]
        var width = 0
        for line in try TextLine.all(of: bytes) {
            guard let address = address(of: line) else { continue }
            guard address < DumpLimits.pages else {
                throw line.error(
                    .outOfRange, "no tag has page \(address)", reason: "at most \(DumpLimits.pages) are read")
            }
            let row = try row(of: line)
            guard row.isEmpty || width == 0 || row.count == width else {
                throw line.error(
                    .wrongLength, "the row has \(row.count) bytes", reason: "those before have \(width)")
            }
            width = max(width, row.count)
            guard rows.updateValue(row, forKey: address) == nil else {
                throw line.error(.duplicateField, "page \(address) stands twice")
            }
        }
        if width == 16 {
            let unknown = Array(repeating: UInt8?.none, count: 16)
            return try ClassicLayout.image(of: rows.mapValues { $0.isEmpty ? unknown : $0 })
        }
        let last = rows.keys.max() ?? 0
        return TagImage(typeTwoPages: (0...last).map { page in rows[page].flatMap(wholePage) })
    }

    private static func wholePage(_ row: [UInt8?]) -> [UInt8]? {
        let bytes = row.compactMap(\.self)
        return bytes.count == 4 ? bytes : nil
    }

    private static func address(of line: TextLine) -> Int? {
        guard line.begins(with: "["), let end = line.text.utf8.firstIndex(of: UInt8(ascii: "]")) else {
            return nil
        }
        let digits = line.text[..<end].dropFirst()
        return (2...3).contains(digits.utf8.count) && digits.utf8.allSatisfy({ HexText.value(of: $0) != nil })
            ? Int(digits, radix: 16) : nil
    }

    /// The bytes of a row: 4, 16, or none where TagInfo could not read.
    private static func row(of line: TextLine) throws(DumpError) -> [UInt8?] {
        let behind = line.text.split(separator: "]", maxSplits: 1).last ?? ""
        let data = behind.prefix { $0 != "|" && $0 != "(" }
        var words = data.split { $0 == " " || $0 == ":" || $0 == "\t" }
        // The lock state stands before the bytes: `*`, `.`, `x`, `+r`, and nothing where it is not known.
        if words.count == 1 || words.count == 5 || words.count == 17 { words.removeFirst() }
        guard [0, 4, 16].contains(words.count) else {
            throw line.error(.wrongLength, "the row is not a page of 4 or a block of 16 bytes")
        }
        var row: [UInt8?] = []
        for word in words {
            if word == "??" || word == "XX" || word == "--" {
                row.append(nil)
            } else if let byte = HexText.bytes(word), byte.count == 1 {
                row.append(byte[0])
            } else {
                throw line.error(.malformedLine, "`\(word.prefix(20))` is not a byte in hex")
            }
        }
        return row
    }
}
