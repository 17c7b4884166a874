import TagKit

/// Reads MIFARE Classic Tool's text format: for each sector, a line `+Sector: n`, followed by a line of 32
/// hexadecimal digits for each of its blocks. An unknown byte is written as `--`.
///
/// Source: ikarus23/MifareClassicTool README, "Dump file format".
enum MCTText {
    private static let sectorMark: StaticString = "+Sector:"

    /// Returns whether the line is a sector's heading.
    static func isSector(_ line: TextLine) -> Bool { line.begins(with: sectorMark) }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        var blocks: [Int: [UInt8?]] = [:]
        var next: Int?
        var sector = -1
        for line in try TextLine.all(of: bytes) {
            if isSector(line) {
                sector = try sectorNumber(line)
                next = ClassicCard.blocks(of: sector).lowerBound
                continue
            }
            // "*No keys found or dead sector" appears in place of the blocks.
            if line.begins(with: "*") { continue }
            guard let number = next, ClassicCard.sector(of: number) == sector, number < DumpLimits.blocks
            else {
                throw line.error(
                    .outOfRange,
                    next == nil
                        ? "there is no `+Sector:` line before this line"
                        : "the sector already has all of its lines")
            }
            guard let block = HexText.bytes(line.text, unknownMark: "-"), block.count == 16 else {
                throw line.error(
                    .malformedLine, "the block does not consist of 32 hex digits",
                    reason: "the line is `\(line.text.prefix(40))`")
            }
            guard blocks.updateValue(block, forKey: number) == nil else {
                throw line.error(.duplicateField, "block \(number) appears twice")
            }
            next = number + 1
        }
        return try ClassicLayout.image(of: blocks)
    }

    private static func sectorNumber(_ line: TextLine) throws(DumpError) -> Int {
        let text = Substring(line.text.utf8.dropFirst(sectorMark.utf8CodeUnitCount).trimmingBlanks())
        guard let sector = Int(text), (0..<40).contains(sector) else {
            throw line.error(
                .outOfRange, "no MIFARE Classic has sector `\(text.prefix(20))`",
                reason: "the sectors are numbered 0 to 39")
        }
        return sector
    }
}

/// Writes MIFARE Classic Tool's text format. A line break follows every line, including the last one.
enum MCTWriter {
    static func text(_ image: TagImage) throws(DumpError) -> String {
        guard case .blocks(let blocks) = image.memory else {
            throw DumpError(
                .notRepresentable, "MIFARE Classic Tool's text format cannot store \(image.product)",
                reason: "the format is for the blocks of MIFARE Classic tags",
                remedy: image.otherFormatRemedy)
        }
        var text = ""
        for (number, block) in blocks.enumerated() {
            let sector = ClassicCard.sector(of: number)
            if ClassicCard.blocks(of: sector).lowerBound == number { text += "+Sector: \(sector)\n" }
            text += HexText.text(block, unknown: "--") + "\n"
        }
        return text
    }
}
