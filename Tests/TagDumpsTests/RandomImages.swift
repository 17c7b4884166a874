import SimulationKit
import TagDumps
import TestSupport

/// Images as they can stand in a Flipper file: what a property is tried with.
enum RandomImages {
    /// A Type 2 tag with some pages unknown.
    static func typeTwo(_ generator: inout SeededGenerator) -> TagImage {
        let layouts = [
            ("Mifare Ultralight", 16), ("Mifare Ultralight C", 48), ("Mifare Ultralight 11", 20),
            ("NTAG203", 42),
            ("NTAG213", 45), ("NTAG215", 135), ("NTAG216", 231), ("NTAG I2C Plus 2K", 492),
        ]
        let (product, count) = layouts.randomElement(using: &generator) ?? layouts[0]
        let knowsAll = Bool.random(using: &generator)
        let pages = (0..<count).map { _ -> [UInt8]? in
            knowsAll || Int.random(in: 0..<8, using: &generator) > 0 ? generator.bytes(4) : nil
        }
        var image = TagImage(product: product, uid: generator.bytes(7), memory: .pages(pages))
        addSelection(to: &image, &generator)
        if Bool.random(using: &generator) { image.version = [1] + generator.bytes(7) }
        if Bool.random(using: &generator) { image.signature = [1] + generator.bytes(31) }
        image.counters = (0..<3).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &generator) }
        image.tearing = generator.bytes(3)
        if Bool.random(using: &generator) {
            image.failedAuthentications = UInt32.random(in: .min ... .max, using: &generator)
        }
        return image
    }

    /// A MIFARE Classic with some bytes unknown.
    static func classic(_ generator: inout SeededGenerator) -> TagImage {
        let layouts = [("Mifare Classic Mini", 20), ("Mifare Classic 1K", 64), ("Mifare Classic 4K", 256)]
        let (product, count) = layouts.randomElement(using: &generator) ?? layouts[0]
        let knowsAll = Bool.random(using: &generator)
        let blocks = (0..<count).map { _ in
            generator.bytes(16).map { knowsAll || $0 % 8 > 0 ? Optional($0) : nil }
        }
        var image = TagImage(product: product, uid: generator.bytes(4), memory: .blocks(blocks))
        addSelection(to: &image, &generator)
        return image
    }

    /// A Type 4 tag with a few files.
    static func typeFour(_ generator: inout SeededGenerator) -> TagImage {
        let ids = Set((0..<Int.random(in: 0...5, using: &generator)).map { _ in generator.next() })
        let files = ids.map { UInt16(truncatingIfNeeded: $0) }.sorted().map {
            TagImage.TypeFourFile(id: $0, bytes: generator.bytes(Int.random(in: 0...600, using: &generator)))
        }
        var image = TagImage(product: "NTAG 424 DNA", uid: generator.bytes(7), memory: .files(files))
        addSelection(to: &image, &generator)
        image.ats = generator.bytes(Int.random(in: 0...20, using: &generator))
        if Bool.random(using: &generator) { image.version = generator.bytes(28) }
        return image
    }

    private static func addSelection(to image: inout TagImage, _ generator: inout SeededGenerator) {
        if Bool.random(using: &generator) { image.atqa = UInt16.random(in: .min ... .max, using: &generator) }
        if Bool.random(using: &generator) { image.sak = UInt8.random(in: .min ... .max, using: &generator) }
    }
}
