import TagDumps
import TagSimulator
import TestSupport

@testable import TagKit

extension TagBench {
    /// Type 4 tags with containers 2.0 and 3.0, as they leave the factory.
    static let typeFour: [(product: String, bench: TagBench)] = ["NTAG 424 DNA", "Type 4 CC 3.0"].map {
        (product: $0, bench: bench($0))
    }

    /// A MIFARE Classic 1K formatted for NDEF: directory, keys and access bits as AN1305 gives them, two NULL TLVs
    /// and an empty message.
    static let classic: TagBench = {
        guard var image = TagImage.factory(product: "Mifare Classic 1K", uid: uid),
            case .blocks(var blocks) = image.memory
        else { preconditionFailure("the simulator makes a MIFARE Classic 1K") }
        let directory: [UInt8] = [0x01] + (1...15).flatMap { _ in hex("03 E1") }
        let sector0 = [MAD.checkByte(directory)] + directory
        blocks[1] = Array(sector0[..<16])
        blocks[2] = Array(sector0[16...])
        blocks[3] = hex("A0A1A2A3A4A5 787788 C1 FFFFFFFFFFFF")
        for sector in 1...15 { blocks[sector * 4 + 3] = hex("D3F7D3F7D3F7 7F0788 40 FFFFFFFFFFFF") }
        blocks[4] = hex("00 00 03 00 FE 00 00 00 00 00 00 00 00 00 00 00")
        image.memory = .blocks(blocks)
        return bench(image)
    }()

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
