/// How many blocks each MIFARE Classic has, and what its members are called; ``ClassicCard`` tells its sectors.
///
/// Source: NXP MF1S50YYX §8.6, MF1S70YYX §8.6.
struct ClassicLayout: Hashable, Sendable {
    let product: String
    /// The word on Flipper's line `Mifare Classic type`.
    let flipperName: String
    let blocks: Int

    static let all = [
        ClassicLayout(product: "Mifare Classic Mini", flipperName: "MINI", blocks: 20),
        ClassicLayout(product: "Mifare Classic 1K", flipperName: "1K", blocks: 64),
        ClassicLayout(product: "Mifare Classic 4K", flipperName: "4K", blocks: 256),
    ]

    /// An image of the blocks that a text has, on the smallest tag with room for them; a Mini only where block 0
    /// says so with its SAK, 09h.
    static func image(of known: [Int: [UInt8?]]) throws(DumpError) -> TagImage {
        guard let last = known.keys.max() else { throw DumpError(.missingField, "the file has no blocks") }
        let isMini = known[0]?[5] == 0x09
        guard let layout = all.first(where: { $0.blocks > last && ($0.blocks > 20 || isMini) }) else {
            throw DumpError(
                .outOfRange, "no MIFARE Classic has block \(last)", reason: "the last one of a 4K is 255")
        }
        let unknown = Array(repeating: UInt8?.none, count: 16)
        return TagImage(classicBlocks: (0..<layout.blocks).map { known[$0] ?? unknown })
    }
}
