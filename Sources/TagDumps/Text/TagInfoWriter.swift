/// Writes the rows of NXP TagInfo's memory listing: `[04] . 03 00 FE 00`, with `??` for a byte that nobody knows.
enum TagInfoWriter {
    static func text(_ image: TagImage) throws(DumpError) -> String {
        switch image.memory {
        case .pages(let pages):
            return rows(
                pages.enumerated().map { number, page in
                    var row = page.map { $0.map(Optional.some) } ?? [nil, nil, nil, nil]
                    for byte in image.partlyUnknown[number] ?? [] where row.indices.contains(byte) {
                        row[byte] = nil
                    }
                    return row
                })
        case .blocks(let blocks): return rows(blocks)
        case .files, .opaque:
            throw DumpError(
                .notRepresentable, "TagInfo's text cannot hold \(image.product)",
                reason: "it is for the pages of Type 2 and the blocks of MIFARE Classic tags",
                remedy: "take the format `nfc`")
        }
    }

    private static func rows(_ units: [[UInt8?]]) -> String {
        units.enumerated().map { number, bytes in
            let digits = String(number, radix: 16, uppercase: true)
            let address = digits.count == 1 ? "0" + digits : digits
            return "[\(address)] . \(HexText.text(bytes, separator: " ", unknown: "??"))\n"
        }.joined()
    }
}
