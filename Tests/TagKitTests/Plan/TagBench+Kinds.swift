import TagDumps
import TagSimulator
import TestSupport

@testable import TagKit

extension TagBench {
    /// Type 4 tags with containers 2.0 and 3.0, as they leave the factory.
    static let typeFour: [(product: String, bench: TagBench)] = ["NTAG 424 DNA", "Type 4 CC 3.0"].map {
        (product: $0, bench: bench($0))
    }

    /// A MIFARE Classic 1K with a directory that gives every sector to NDEF.
    static let classic1K = classic("Mifare Classic 1K", ndefSectors: Array(1...15))

    /// A MIFARE Classic 4K whose NDEF sectors are listed in both halves of its directory, and have 4 or 16
    /// blocks.
    static let classic4K = classic("Mifare Classic 4K", ndefSectors: [15, 17, 31, 32, 33])

    /// Directory, keys and access bits as AN1305 gives them, two NULL TLVs and an empty message.
    private static func classic(_ product: String, ndefSectors: [Int]) -> TagBench {
        guard var image = TagImage.factory(product: product, uid: uid),
            case .blocks(var blocks) = image.memory
        else { preconditionFailure("the simulator makes no \(product)") }
        func directory(_ sectors: ClosedRange<Int>) -> [UInt8] {
            let entries =
                [0x01]
                + sectors.flatMap { sector -> [UInt8] in
                    ndefSectors.contains(sector) ? hex("03 E1") : [0x00, 0x00]
                }
            return [MAD.checkByte(entries)] + entries
        }
        let isLarge = blocks.count == 256
        let first = directory(1...15)
        blocks[1] = Array(first[..<16])
        blocks[2] = Array(first[16...])
        blocks[3] = hex("A0A1A2A3A4A5 787788 \(isLarge ? "C2" : "C1") FFFFFFFFFFFF")
        if isLarge {
            let second = directory(17...39)
            for block in 0..<3 { blocks[64 + block] = Array(second[block * 16..<(block + 1) * 16]) }
            blocks[67] = blocks[3]
        }
        for sector in ndefSectors {
            blocks[ClassicCard.blocks(of: sector).upperBound] = hex("D3F7D3F7D3F7 7F0788 40 FFFFFFFFFFFF")
        }
        blocks[ClassicCard.blocks(of: ndefSectors[0]).lowerBound] =
            hex("0000 0300 FE") + [UInt8](repeating: 0, count: 11)
        image.memory = .blocks(blocks)
        return bench(image)
    }

    private static func bench(_ product: String) -> TagBench {
        guard let image = TagImage.factory(product: product, uid: uid) else {
            preconditionFailure("the simulator makes no \(product)")
        }
        return bench(image)
    }

    static func bench(_ image: TagImage) -> TagBench {
        do {
            return TagBench(try makeVirtualTag(from: image))
        } catch {
            preconditionFailure("no virtual tag: \(error)")
        }
    }
}
