/// How many blocks each MIFARE Classic has, and what its members are called.
///
/// Sectors 0 to 31 have 4 blocks, sectors 32 to 39 have 16; the last block of each is its trailer with the keys.
/// Source: NXP MF1S50YYX §8.6, MF1S70YYX §8.6.
struct ClassicLayout: Hashable, Sendable {
    let product: String
    /// The word on Flipper's line `Mifare Classic type`.
    let flipperName: String
    let blocks: Int
    let sak: UInt8

    static let all = [
        ClassicLayout(product: "Mifare Classic Mini", flipperName: "MINI", blocks: 20, sak: 0x09),
        ClassicLayout(product: "Mifare Classic 1K", flipperName: "1K", blocks: 64, sak: 0x08),
        ClassicLayout(product: "Mifare Classic 4K", flipperName: "4K", blocks: 256, sak: 0x18),
    ]

    static func sector(of block: Int) -> Int { block < 128 ? block / 4 : 32 + (block - 128) / 16 }

    static func isTrailer(_ block: Int) -> Bool { block < 128 ? block % 4 == 3 : block % 16 == 15 }
}
