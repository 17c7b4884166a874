import TagKit

/// Reads nfctools' text format for a MIFARE Classic card. Each block is a line such as
/// `S1|B0 Key: D3F7D3F7D3F7 [Data ] [32 hex digits]`.
///
/// A card does not reveal key A, so nfctools prints zeros in its place. These bytes are treated as unknown.
///
/// Source: grundid/nfctools nfctools-core/src/test/resources.
enum NFCToolsText {
    /// Returns whether the line is a block in nfctools' format.
    static func isBlock(_ line: TextLine) -> Bool { parts(of: line) != nil }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        var blocks: [Int: [UInt8?]] = [:]
        for line in try TextLine.all(of: bytes) {
            guard let parts = parts(of: line) else {
                throw line.error(
                    .malformedLine, "the line does not contain a block",
                    reason: "the line is `\(line.text.prefix(40))`")
            }
            guard (0..<40).contains(parts.sector),
                (0..<ClassicCard.blocks(of: parts.sector).count).contains(parts.block)
            else {
                throw line.error(
                    .outOfRange, "no MIFARE Classic has block \(parts.block) in sector \(parts.sector)")
            }
            guard parts.bytes.count == 16 else {
                throw line.error(
                    .wrongLength, "the block has the wrong length",
                    reason: parts.bytes.count.counted("byte")
                        + " instead of 16")
            }
            let number = ClassicCard.blocks(of: parts.sector).lowerBound + parts.block
            var block = parts.bytes.map(Optional.some)
            if ClassicCard.isTrailer(number), parts.bytes.prefix(6).allSatisfy({ $0 == 0 }) {
                block.replaceSubrange(0..<6, with: Array(repeating: nil, count: 6))
            }
            guard blocks.updateValue(block, forKey: number) == nil else {
                throw line.error(.duplicateField, "block \(number) appears twice")
            }
        }
        return try ClassicLayout.image(of: blocks)
    }

    private static func parts(of line: TextLine) -> (sector: Int, block: Int, bytes: [UInt8])? {
        guard line.begins(with: "S") else { return nil }
        let words = line.text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[1].hasPrefix("Key: ") else { return nil }
        let place = words[0].dropFirst().split(separator: "|", omittingEmptySubsequences: false)
        guard place.count == 2, let sector = Int(place[0]), place[1].hasPrefix("B"),
            let block = Int(place[1].dropFirst()), line.text.hasSuffix("]"),
            let data = line.text.split(separator: "[").last, let bytes = HexText.bytes(data.dropLast())
        else { return nil }
        return (sector, block, bytes)
    }
}
