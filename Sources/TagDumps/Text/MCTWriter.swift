import TagKit

/// Writes MIFARE Classic Tool's text, the last line with its break.
enum MCTWriter {
    static func text(_ image: TagImage) throws(DumpError) -> String {
        guard case .blocks(let blocks) = image.memory else {
            throw DumpError(
                .notRepresentable, "MIFARE Classic Tool's text cannot hold \(image.product)",
                reason: "it is for the blocks of MIFARE Classic tags", remedy: "take the format `nfc`")
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
