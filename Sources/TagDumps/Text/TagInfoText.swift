import TextKit

/// An NXP TagInfo report as text, or only the rows of its memory: `[04] . 03 00 FE 00 |....|`.
///
/// In brackets the page or block in hex, then perhaps its lock state, then its bytes; `??`, `XX` or `--` stand for
/// a byte that could not be read. Four bytes make a page of a Type 2 tag, sixteen a block of a MIFARE Classic.
///
/// A report also prints a record's payload, the message, and a Type 4 tag's files in such rows. Only rows
/// under `# Memory content:` are memory. Rows with a file offset instead of a block number belong to a file.
enum TagInfoText {
    /// The error for a report without memory.
    static let noMemory = DumpError(
        .missingField, "the report has no memory content", reason: "TagInfo lists it only in a full scan",
        remedy: "choose the full scan in TagInfo, and export the report again")

    /// Returns true if the line is a row.
    static func isRow(_ line: TextLine) -> Bool { address(of: line) != nil }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        var report = TagInfoReport()
        for line in try TextLine.all(of: bytes, keepingComments: true) { try report.take(line) }
        return try report.image()
    }

    /// Returns the number in brackets, two to four hex digits; nil if the line is not a row.
    static func address(of line: TextLine) -> (number: Int, digits: Int)? {
        guard line.begins(with: "["), let end = line.text.utf8.firstIndex(of: UInt8(ascii: "]")) else {
            return nil
        }
        let digits = line.text[..<end].dropFirst()
        guard (2...4).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ Hex.value(of: $0) != nil }), let number = Int(digits, radix: 16)
        else { return nil }
        return (number, digits.utf8.count)
    }

    /// Returns the bytes of a row, or of a line without brackets; empty if TagInfo could not read the page.
    static func row(of line: TextLine) throws(DumpError) -> [UInt8?] {
        let behind = isRow(line) ? line.text.split(separator: "]", maxSplits: 1).last ?? "" : line.text
        return try row(of: behind, line)
    }

    static func row(of text: Substring, _ line: TextLine) throws(DumpError) -> [UInt8?] {
        let data = text.prefix { $0 != "|" && $0 != "(" }
        var words = data.split { $0 == " " || $0 == ":" || $0 == "\t" }
        // The lock state stands before the bytes: `*`, `.`, `x`, `+r`, and nothing where it is not known.
        if let first = words.first, !MemoryRows.isByte(first) || words.count == 5 || words.count == 17 {
            words.removeFirst()
        }
        var row: [UInt8?] = []
        for word in words { row.append(try MemoryRows.byte(word, line)) }
        return row
    }
}
