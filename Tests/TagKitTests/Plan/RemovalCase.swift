import TagKit
import TagSimulator
import TestSupport
import Testing

/// A tag with a message on it, and the message that replaces it.
struct RemovalCase: Sendable, CustomTestStringConvertible {
    var name: String
    /// The tag with an empty message, after the TLVs that precede one.
    var bench: TagBench
    var oldCount: Int
    var newCount: Int

    var old: [UInt8] { TagBench.message(oldCount) }
    var new: [UInt8] { TagBench.message(newCount, fill: 0x62) }
    var testDescription: String { "\(name), \(oldCount) to \(newCount) bytes" }

    /// Every tag type, with messages whose length has one byte and three, within a page and over two.
    static let all = type2 + longLengths + type4 + classic

    /// For each chip, replaces a short message with another one, and a large message with a short one.
    private static let type2 = TagBench.chips.flatMap { chip -> [RemovalCase] in
        let memory = Chip.supportedType2.first { $0.memory?.pageCount == chip.pageCount }?.memory
        let front = memory?.controlTLVs ?? []
        let bench = TagBench(chip, area: front + hex("03 00 FE"))
        let largest = min((memory?.areaBytes ?? 0) - front.count - 2, 200)
        return [
            RemovalCase(name: chip.product, bench: bench, oldCount: 20, newCount: 37),
            RemovalCase(name: chip.product, bench: bench, oldCount: largest, newCount: 23),
        ]
    }

    /// NULL TLVs move the length across a page boundary. The length bytes of the sizes 0103h and 0203h look
    /// like control TLVs while the page before them declares an empty message.
    private static let longLengths =
        (0...3).flatMap { nulls in
            [(20, 270), (254, 255), (255, 254), (0x0103, 20)].map { old, new in
                RemovalCase(
                    name: "NTAG215 with \(nulls) NULL TLVs",
                    bench: TagBench(.ntag215, area: [UInt8](repeating: 0, count: nulls) + hex("03 00 FE")),
                    oldCount: old, newCount: new)
            }
        } + [
            RemovalCase(
                name: "NTAG216 with 2 NULL TLVs", bench: TagBench(.ntag216, area: hex("00 00 03 00 FE")),
                oldCount: 0x0203, newCount: 256)
        ]

    private static let type4 =
        TagBench.typeFour.flatMap { product, bench in
            [(30, 37), (30, 254), (254, 30)].map {
                RemovalCase(name: product, bench: bench, oldCount: $0, newCount: $1)
            }
        }
        + [(300, 255), (256, 300)].map {
            RemovalCase(name: "Type 4 CC 3.0", bench: TagBench.typeFour[1].bench, oldCount: $0, newCount: $1)
        }

    private static let classic = [("1K", TagBench.classic1K), ("4K", TagBench.classic4K)].flatMap {
        size, bench in
        [(30, 37), (30, 270), (270, 30)].map {
            RemovalCase(name: "MIFARE Classic \(size)", bench: bench, oldCount: $0, newCount: $1)
        }
    }
}
