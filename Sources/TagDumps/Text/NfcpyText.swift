import TextKit

/// Reads nfcpy's listing of a Type 2 tag's memory, alone or in the output of `tagtool.py`. A row is
/// `004: 01 03 a0 0c |....|`.
///
/// The page number has three hexadecimal digits; older versions print it in decimal. `??` is a byte that
/// could not be read. Consecutive equal pages are printed as the first page, a row that begins with `*`, and
/// the last page.
///
/// Source: nfcpy src/nfc/tag/tt2.py, `pagedump` and `_dump`.
enum NfcpyText {
    private struct Row {
        /// The page number as text; nil for a row that begins with `*`.
        var address: Substring?
        var bytes: [Substring]
    }

    /// Returns whether the line is a row that begins with a page number.
    static func isRow(_ line: TextLine) -> Bool { row(of: line)?.address != nil }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        var facts = ReportFacts()
        var memory = MemoryRows()
        var previous: (address: Int, row: [UInt8?])?
        var repeating: TextLine?
        var radix: Int?
        for line in try TextLine.all(of: bytes) {
            guard let found = row(of: line) else {
                if line.begins(with: "Type2Tag") { takeHead(line.text, into: &facts) }
                continue
            }
            guard found.bytes.count == 4 else {
                throw line.error(
                    .unsupportedType, "rows of \(found.bytes.count) bytes are not from a Type 2 tag",
                    reason: found.bytes.count == 8
                        ? "only Type 1 tags have rows of this length"
                        : "only FeliCa tags have rows of this length",
                    remedy: "use a dump of an NTAG, Ultralight, MIFARE Classic or Type 4 tag")
            }
            let row = try MemoryRows.bytes(found.bytes, line)
            guard let digits = found.address else {
                guard let previous, previous.row == row else {
                    throw line.error(
                        .malformedLine, "the row marked `*` does not repeat the row before it",
                        reason: "the row is `\(line.text.prefix(20))`")
                }
                repeating = line
                continue
            }
            radix = radix ?? (digits.utf8.count == 3 ? 16 : 10)
            guard let address = Int(digits, radix: radix ?? 16), address < DumpLimits.pages else {
                throw line.error(
                    .outOfRange, "no tag has page `\(digits)`",
                    reason: "the highest page number is \(DumpLimits.pages - 1)")
            }
            if let star = repeating, let before = previous {
                guard address > before.address, row == before.row else {
                    throw star.error(
                        .malformedLine,
                        "the row after `*` does not repeat the row before `*` at a higher page")
                }
                for page in before.address + 1..<address { try memory.add(row, at: page, star) }
                repeating = nil
            }
            try memory.add(row, at: address, line)
            previous = (address, row)
        }
        if let star = repeating {
            throw star.error(
                .malformedLine, "the number of repeated rows is unknown",
                reason: "the listing ends with `*`",
                remedy: "the file may be incomplete: save it again in the program that created it")
        }
        return try memory.image(facts)
    }

    /// Reads the facts in the header line, such as `Type2Tag 'NXP NTAG213' ID=04517CA1E1ED25`.
    private static func takeHead(_ text: Substring, into facts: inout ReportFacts) {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        if parts.count == 3 { facts.product = String(parts[1]) }
        guard let id = text.split(separator: " ").last, id.hasPrefix("ID="),
            let uid = HexText.bytes(id.dropFirst(3)), [4, 7, 10].contains(uid.count)
        else { return }
        facts.uid = uid
    }

    private static func row(of line: TextLine) -> Row? {
        var address: Substring?
        var rest: Substring
        if line.begins(with: "* ") || line.begins(with: "*\t") {
            rest = line.text.dropFirst()
        } else {
            guard let (digits, after) = line.text.splitAtColon, (1...4).contains(digits.utf8.count),
                digits.isHex,
                after.hasPrefix(" ")
            else { return nil }
            (address, rest) = (digits, after)
        }
        rest = rest.prefix { $0 != "|" && $0 != "(" }
        let words = rest.split { $0 == " " || $0 == "\t" }
        guard [4, 8, 16].contains(words.count), words.allSatisfy(MemoryRows.isByte) else { return nil }
        return Row(address: address, bytes: words)
    }
}
