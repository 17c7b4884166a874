import SimulationKit
import TagDumps
import TestSupport

/// Images of tags: what a property is tried with.
enum RandomImages {
    /// A random Type 2 tag that a Flipper file can describe, with some pages unknown.
    static func typeTwo(_ generator: inout SeededGenerator) -> TagImage {
        let (product, count) = typeTwoSizes.randomElement(using: &generator) ?? typeTwoSizes[0]
        let knowsAll = Bool.random(using: &generator)
        let pages = (0..<count).map { _ -> [UInt8]? in
            knowsAll || Int.random(in: 0..<8, using: &generator) > 0 ? generator.bytes(4) : nil
        }
        var image = TagImage(product: product, uid: generator.bytes(7), memory: .pages(pages))
        addSelection(to: &image, &generator)
        addAnswers(to: &image, &generator)
        if Bool.random(using: &generator) { image.version = [1] + generator.bytes(7) }
        if Bool.random(using: &generator) {
            image.failedAuthentications = UInt32.random(in: .min ... .max, using: &generator)
        }
        if Bool.random(using: &generator) { image.defects = ["locks-ignored", "stuck-page=7"] }
        return image
    }

    /// A random Type 2 tag with all pages known, correct check bytes, and nothing that its pages do not show.
    static func soundTypeTwo(_ generator: inout SeededGenerator) -> TagImage {
        let (product, count) = typeTwoSizes.randomElement(using: &generator) ?? typeTwoSizes[0]
        let uid = [0x04] + generator.bytes(6)
        var pages = (0..<count).map { _ in generator.bytes(4) }
        pages[0] = uid.prefix(3) + [0x88 ^ uid[0] ^ uid[1] ^ uid[2]]
        pages[1] = Array(uid.dropFirst(3))
        pages[2][0] = pages[1].reduce(0, ^)
        return TagImage(product: product, uid: uid, memory: .pages(pages))
    }

    /// A MIFARE Classic with some bytes unknown.
    static func classic(_ generator: inout SeededGenerator) -> TagImage {
        var image = soundClassic(&generator)
        if case .blocks(let blocks) = image.memory, Bool.random(using: &generator) {
            image.memory = .blocks(blocks.map { $0.map { ($0 ?? 0) % 8 > 0 ? $0 : nil } })
        }
        image.uid = generator.bytes(4)
        addSelection(to: &image, &generator)
        return image
    }

    /// A random MIFARE Classic tag with all bytes known and a correct check byte.
    static func soundClassic(_ generator: inout SeededGenerator) -> TagImage {
        let sizes = [
            ("Mifare Classic Mini", 20), ("Mifare Classic 1K", 64), ("Mifare Classic EV1 1K", 72),
            ("Mifare Classic 2K", 128), ("Mifare Classic 4K", 256),
        ]
        let (product, count) = sizes.randomElement(using: &generator) ?? sizes[0]
        var blocks = (0..<count).map { _ in generator.bytes(16) }
        blocks[0][4] = blocks[0].prefix(4).reduce(0, ^)
        let uid = Array(blocks[0].prefix(4))
        return TagImage(product: product, uid: uid, memory: .blocks(blocks.map { $0.map(Optional.some) }))
    }

    /// A Type 4 tag with a few files.
    static func typeFour(_ generator: inout SeededGenerator) -> TagImage {
        let ids = Set(
            (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                UInt16.random(in: .min ... .max, using: &generator)
            })
        let files = ids.sorted().map {
            TagImage.TypeFourFile(id: $0, bytes: generator.bytes(Int.random(in: 0...600, using: &generator)))
        }
        var image = TagImage(product: "NTAG 424 DNA", uid: generator.bytes(7), memory: .files(files))
        addSelection(to: &image, &generator)
        image.ats = generator.bytes(Int.random(in: 0...20, using: &generator))
        if Bool.random(using: &generator) { image.version = generator.bytes(28) }
        if Bool.random(using: &generator) { image.signature = generator.bytes(56) }
        return image
    }

    /// Signature, counters and tearing flags.
    static func addAnswers(to image: inout TagImage, _ generator: inout SeededGenerator) {
        if Bool.random(using: &generator) { image.signature = [1] + generator.bytes(31) }
        image.counters = (0..<3).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &generator) }
        image.tearing = generator.bytes(3)
    }

    /// ATQA and SAK.
    static func addSelection(to image: inout TagImage, _ generator: inout SeededGenerator) {
        if Bool.random(using: &generator) { image.atqa = UInt16.random(in: .min ... .max, using: &generator) }
        if Bool.random(using: &generator) { image.sak = UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Products that their number of pages names.
    private static let typeTwoSizes = [
        ("Mifare Ultralight", 16), ("Mifare Ultralight 11", 20), ("Mifare Ultralight 21", 41),
        ("NTAG203", 42),
        ("NTAG213", 45), ("Mifare Ultralight C", 48), ("NTAG215", 135), ("NTAG216", 231),
        ("NTAG I2C Plus 2K", 492),
    ]
}
