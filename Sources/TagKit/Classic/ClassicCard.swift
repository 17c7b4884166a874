/// Where sectors, blocks and keys of a MIFARE Classic card lie. Source: NXP MF1S50 and MF1S70 data sheets §8.6.
package enum ClassicCard {
    /// A block.
    static let blockBytes = 16

    /// Key A of sectors 0 and 16, which hold the directory. Source: NXP AN10787 §3.8.
    static let directoryKey = ClassicKey(.a, [0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5])
    /// Key A of sectors that hold NDEF. Source: NXP AN1305 §4.
    static let ndefKey = ClassicKey(.a, [0xD3, 0xF7, 0xD3, 0xF7, 0xD3, 0xF7])
    /// Both keys of a card as it is delivered. Source: MF1S50 data sheet §8.6.3.
    static let deliveryKey = ClassicKey(.a, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])

    /// All blocks of a card of this size.
    static func blockCount(_ size: Chip.ClassicSize) -> Int { size == .oneK ? 64 : 256 }

    /// All sectors of a card of this size.
    static func sectorCount(_ size: Chip.ClassicSize) -> Int { size == .oneK ? 16 : 40 }

    /// The blocks of a sector; the last one is its trailer. Sectors from 32 on have 16 blocks, the others 4.
    package static func blocks(of sector: Int) -> ClosedRange<Int> {
        sector < 32 ? sector * 4...sector * 4 + 3 : 128 + (sector - 32) * 16...128 + (sector - 32) * 16 + 15
    }

    /// The sector that holds a block.
    package static func sector(of block: Int) -> Int { block < 128 ? block / 4 : 32 + (block - 128) / 16 }

    /// Whether a block is its sector's last one, which holds the keys.
    package static func isTrailer(_ block: Int) -> Bool { blocks(of: sector(of: block)).upperBound == block }

    /// The blocks of a sector that hold data.
    package static func dataBlocks(of sector: Int) -> Range<Int> {
        let all = blocks(of: sector)
        return all.lowerBound..<all.upperBound
    }

    /// Whether a trailer lets everybody write its sector's data: the low two bits of byte 9 say so (AN1305 §6), and so do
    /// the access bits C1, C2, C3 of the data blocks, which are all 0 then (MF1S50 data sheet §8.7.1).
    static func mayWrite(trailer: [UInt8]) -> Bool {
        trailer.count == blockBytes && trailer[9] & 0x03 == 0 && trailer[7] & 0x70 == 0
            && trailer[8] & 0x77 == 0
    }
}
