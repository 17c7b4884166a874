import TagKit

extension FlipperReader {
    /// Adds the blocks of a MIFARE Classic.
    ///
    /// Data format 2 marks a byte that nobody knows with `??`; format 1 has a bit for each key that was found and
    /// zeros for the rest.
    static func addBlocks(of fields: FlipperFields, to image: inout TagImage) throws(DumpError) {
        let type = try fields.text("Mifare Classic type")
        // An EV1 is written as a 1K with 8 additional blocks.
        guard
            let layout = ClassicLayout.all.first(where: {
                $0.flipperName == type && ($0.blocks == 72) == (type == "1K" && fields.has("Block 64"))
            })
        else {
            throw try fields.line("Mifare Classic type").error(
                .unsupportedType, "the Classic type is not known",
                reason: "`\(type.prefix(20))` is not MINI, 1K, 2K or 4K")
        }
        image.product = layout.product
        try refuseStrays("Block ", below: layout.blocks, of: fields)
        var blocks: [[UInt8?]] = []
        for number in 0..<layout.blocks {
            blocks.append(try fields.bytesWithGaps("Block \(number)", count: 16))
        }
        if fields.has("Key A map"), fields.has("Key B map") {
            let a = try keyMap("Key A map", of: fields)
            let b = try keyMap("Key B map", of: fields)
            for number in blocks.indices {
                let bit = UInt64(1) << ClassicCard.sector(of: number)
                hideUnread(
                    &blocks[number], isTrailer: ClassicCard.isTrailer(number), a & bit != 0, b & bit != 0)
            }
        }
        image.memory = .blocks(blocks)
    }

    /// A sector without a key was not read; in its trailer each key is known for itself.
    private static func hideUnread(_ block: inout [UInt8?], isTrailer: Bool, _ keyA: Bool, _ keyB: Bool) {
        if !keyA && !keyB { block = Array(repeating: nil, count: 16) }
        guard isTrailer else { return }
        if !keyA { for byte in 0..<6 { block[byte] = nil } }
        if !keyB { for byte in 10..<16 { block[byte] = nil } }
    }

    private static func keyMap(_ key: String, of fields: FlipperFields) throws(DumpError) -> UInt64 {
        try fields.bytes(key, counts: [8]).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
