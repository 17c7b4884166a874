import TagKit
import TextKit

/// A parser for the NFC Tools app's export of a tag's memory.
///
/// On Android, a row is `[ 04:A1:B2:9F ] Addr. 00 : UID0 - UID2 / BCC0`. On iOS, the parts are in reverse
/// order: `Addr. 00 : UID0 - UID2 / BCC0 >> [ 04:A1:B2:9F ] Read-Only`. Empty brackets mean that the app
/// could not read the page.
enum NFCToolsAppText {
    private struct Row {
        var address: Substring
        var bytes: [Substring]
    }

    /// Returns whether the line is a row of the exported memory.
    static func isRow(_ line: TextLine) -> Bool { row(of: line) != nil }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        var facts = ReportFacts()
        var found: [(row: Row, line: TextLine)] = []
        for line in try TextLine.all(of: bytes) {
            if let row = row(of: line) {
                found.append((row, line))
            } else {
                take(line.text, into: &facts)
            }
        }
        // Addresses are in hex. If eleven or more rows have no letter in any address, they are in decimal.
        let isDecimal =
            found.count > 10
            && found.allSatisfy { entry in
                entry.row.address.utf8.allSatisfy { "0"..."9" ~= $0 }
            }
        var memory = MemoryRows()
        for (row, line) in found {
            // A row of words without bytes, such as "Locked", is an unreadable page.
            let isKnown = row.bytes.contains(where: MemoryRows.isByte)
            let bytes = isKnown ? try MemoryRows.bytes(row.bytes, line) : []
            guard let address = Int(row.address, radix: isDecimal ? 10 : 16) else {
                throw line.error(.outOfRange, "no tag has page `\(row.address.prefix(20))`")
            }
            try memory.add(bytes, at: address, line)
        }
        return try memory.image(facts)
    }

    private static func row(of line: TextLine) -> Row? {
        guard let mark = range(of: "Addr.", in: line.text) else { return nil }
        let address = line.text[mark.upperBound...].drop { $0 == " " }.utf8.prefix {
            Hex.value(of: $0) != nil
        }
        guard (1...4).contains(address.count) else { return nil }
        let open = line.text.utf8.firstIndex(of: UInt8(ascii: "["))
        let inside = open.map { line.text[line.text.utf8.index(after: $0)...].prefix { $0 != "]" } } ?? ""
        return Row(address: Substring(address), bytes: inside.split { $0 == ":" || $0 == " " })
    }

    /// Reads a fact from a line that is not a memory row, such as `Serial number : 04:A1:…`, `ATQA : 0x0044`
    /// or `SAK : 0x00`. Other lines are ignored.
    private static func take(_ text: Substring, into facts: inout ReportFacts) {
        if text.lowercased().hasPrefix("tag type"), facts.product.isEmpty {
            facts.product = String(text)
        }
        guard let (key, rest) = text.splitAtColon else { return }
        let value = rest.drop { $0 == " " }
        guard let bytes = HexText.bytes(value.hasPrefix("0x") ? value.dropFirst(2) : value) else { return }
        switch (key.trimmingBlanks().lowercased(), bytes.count) {
        case ("serial number", 4), ("serial number", 7), ("serial number", 10): facts.uid = bytes
        case ("atqa", 2): facts.atqa = UInt16(bytes: bytes[0...1])
        case ("sak", 1): facts.sak = bytes[0]
        default: break
        }
    }

    private static func range(of mark: StaticString, in text: Substring) -> Range<String.Index>? {
        let count = mark.utf8CodeUnitCount
        var start = text.startIndex
        while let end = text.utf8.index(start, offsetBy: count, limitedBy: text.endIndex) {
            if mark.withUTF8Buffer({ text.utf8[start..<end].elementsEqual($0) }) { return start..<end }
            start = text.utf8.index(after: start)
        }
        return nil
    }
}
