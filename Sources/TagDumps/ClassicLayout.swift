/// A variant of MIFARE Classic, with its names and its number of blocks. ``ClassicCard`` divides the blocks
/// into sectors.
///
/// Source: NXP MF1S50YYX §8.6, MF1S70YYX §8.6; NXP AN10833 §3.2 (Mini, 2K).
struct ClassicLayout: Hashable {
    let product: String
    /// The variant's name in the `Mifare Classic type` line of a Flipper file.
    let flipperName: String
    let blocks: Int

    /// All variants, the smallest first. A MIFARE Classic EV1 is a 1K card with two additional sectors for
    /// its signature; Flipper files call it 1K.
    static let all = [
        ClassicLayout(product: "Mifare Classic Mini", flipperName: "MINI", blocks: 20),
        ClassicLayout(product: "Mifare Classic 1K", flipperName: "1K", blocks: 64),
        ClassicLayout(product: "Mifare Classic EV1 1K", flipperName: "1K", blocks: 72),
        ClassicLayout(product: "Mifare Classic 2K", flipperName: "2K", blocks: 128),
        ClassicLayout(product: "Mifare Classic 4K", flipperName: "4K", blocks: 256),
    ]

    /// A block whose bytes are all unknown.
    static let unknownBlock = [UInt8?](repeating: nil, count: 16)

    /// Returns the variant with exactly this number of blocks; nil if there is no such variant.
    static func of(_ blocks: Int) -> ClassicLayout? { all.first { $0.blocks == blocks } }

    /// Returns the variant to assume for a dump that may be incomplete: a 4K if the SAK is that of a 4K,
    /// otherwise the smallest variant that has at least `blocks` blocks. Assumes a Mini only if the SAK is
    /// that of a Mini. Returns nil if no variant has that many blocks.
    ///
    /// The SAK is 09h for a Mini and 18h for a 4K. On Infineon chips, bit 7 is also set. Source: NXP AN10833
    /// §3.2.
    static func holding(_ blocks: Int, sak: UInt8?) -> ClassicLayout? {
        let room = all.filter { $0.blocks >= blocks }
        switch sak.map({ $0 & 0x7F }) {
        case 0x18: return room.last
        case 0x09: return room.first
        default: return room.first { $0.blocks > 20 }
        }
    }

    /// Creates an image of the smallest variant that has all the known blocks. Other blocks are unknown.
    ///
    /// A Mini, or a 4K whose later sectors were not read, is recognized by its SAK. The SAK is taken from the
    /// file or, if missing there, from block 0.
    ///
    /// - Throws: `missingField` if no block is known; `outOfRange` if no variant has that many blocks.
    static func image(of known: [Int: [UInt8?]], sak stated: UInt8? = nil) throws(DumpError) -> TagImage {
        guard let last = known.keys.max() else { throw DumpError(.missingField, "the file has no blocks") }
        // 72, 128 and 256 blocks are complete. 64 blocks can also be the readable part of a 4K.
        let whole = of(last + 1).flatMap { $0.blocks > 64 ? $0 : nil }
        guard let layout = whole ?? holding(last + 1, sak: stated ?? known[0].flatMap(sak)) else {
            throw DumpError(
                .outOfRange, "no MIFARE Classic has block \(last)",
                reason: "the last block of a MIFARE Classic 4K is 255")
        }
        return TagImage(classicBlocks: (0..<layout.blocks).map { known[$0] ?? unknownBlock })
    }

    /// Returns the SAK that block 0 contains: byte 5 if the UID has 4 bytes, byte 7 if it has 7 bytes.
    /// Returns nil if the SAK is unknown. If the length of the UID cannot be determined, only the SAK of a
    /// Mini is returned.
    ///
    /// Source: NXP MF1S50YYX §8.6.1; dumps of cards with UIDs of 4 and 7 bytes.
    private static func sak(in block: [UInt8?]) -> UInt8? {
        let bytes = block.prefix(8).compactMap(\.self)
        guard bytes.count == 8 else { return block[5] == 0x09 ? 0x09 : nil }
        if bytes[4] == bytes[0] ^ bytes[1] ^ bytes[2] ^ bytes[3] { return bytes[5] }
        return bytes[0] == 0x04 ? bytes[7] : bytes[5] == 0x09 ? 0x09 : nil
    }
}
