public import SimulationKit
public import TagDumps
import TagKit
import TagSecurity

extension TagImage {
    /// The names of the products that ``factory(product:uid:)`` supports: the Type 2 chips by ascending
    /// memory size, followed by the Type 4 and MIFARE Classic products.
    public static let factoryProducts: [String] =
        Type2Chip.all.map(\.product) + [ntag424, typeFour3, classic1K, classic4K]

    static let ntag424 = "NTAG 424 DNA"
    private static let typeFour3 = "Type 4 CC 3.0"
    private static let classic1K = "Mifare Classic 1K"
    private static let classic4K = "Mifare Classic 4K"

    /// Creates a new tag with its factory content.
    ///
    /// - Parameters:
    ///   - product: One of ``factoryProducts``. Letter case and white space are ignored.
    ///   - uid: The UID: 7 bytes. A MIFARE Classic card can have a UID of 4 bytes instead.
    /// - Returns: The tag; nil if the product is unknown or the UID has a different length.
    public static func factory(product: String, uid: [UInt8]) -> TagImage? {
        guard let name = factoryProducts.first(where: { $0.plain == product.plain }) else { return nil }
        let isClassic = name == classic1K || name == classic4K
        guard uid.count == 7 || (isClassic && uid.count == 4) else { return nil }
        switch name {
        case ntag424: return typeFour(ntag424, uid: uid, files: ntag424Files)
        case typeFour3: return typeFour(typeFour3, uid: uid, files: typeFour3Files)
        case classic1K: return classic(classic1K, uid: uid, blockCount: 64)
        case classic4K: return classic(classic4K, uid: uid, blockCount: 256)
        default:
            return Type2Chip.named(name).map { Type2Tag(chip: $0, uid: uid).image }
        }
    }

    /// Creates a new tag with its factory content. The UID is NXP's manufacturer byte `04`, followed by six
    /// random bytes from the generator. Returns nil if the product is unknown.
    public static func factory(product: String, from generator: inout SeededGenerator) -> TagImage? {
        let uid = [0x04] + (0..<6).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return factory(product: product, uid: uid)
    }

    private static func typeFour(_ product: String, uid: [UInt8], files: [TypeFourFile]) -> TagImage {
        var image = TagImage(product: product, uid: uid, memory: .files(files))
        // Source: Proxmark/proxmark3#990 (ATQA, SAK and ATS of an NTAG 424 DNA).
        image.atqa = 0x0344
        image.sak = 0x20
        image.ats = [0x77, 0x77, 0x71, 0x02, 0x80]
        return image
    }

    /// The files of a new NTAG 424 DNA: a capability container of version 2.0, an NDEF file of 256 bytes
    /// without a message, and a proprietary file that can be read only after authentication.
    ///
    /// Source: NXP NTAG 424 DNA data sheet §8.2.3 (file system at delivery).
    private static let ntag424Files = [
        TypeFourFile(
            id: 0xE103,
            bytes: [
                0x00, 0x17, 0x20, 0x01, 0x00, 0x00, 0xFF, 0x04, 0x06, 0xE1, 0x04, 0x01, 0x00, 0x00, 0x00,
                0x05,
                0x06, 0xE1, 0x05, 0x00, 0x80, 0x82, 0x83,
            ] + [UInt8](repeating: 0, count: 9)),
        TypeFourFile(id: 0xE104, bytes: [UInt8](repeating: 0, count: 256)),
        TypeFourFile(id: 0xE105, bytes: [UInt8](repeating: 0, count: 128)),
    ]

    /// The files of a new Type 4 tag of version 3.0. Its capability container has an Extended NDEF File
    /// Control TLV, so NLEN has four bytes. Source: NFC Forum T4TOP 3.0 §5.1.
    private static let typeFour3Files = [
        TypeFourFile(
            id: 0xE103,
            bytes: [
                0x00, 0x11, 0x30, 0x00, 0x80, 0x00, 0x78, 0x06, 0x08, 0xE1, 0x04, 0x00, 0x00, 0x08, 0x00,
                0x00,
                0x00,
            ]),
        TypeFourFile(id: 0xE104, bytes: [UInt8](repeating: 0, count: 2_048)),
    ]

    /// Creates a new MIFARE Classic card: the manufacturer's block 0, trailers with transport keys and
    /// transport access bits, and zeros in all other blocks.
    ///
    /// Source: NXP MF1S50yyX data sheet §8.6.1 (manufacturer block), §8.6.3 (trailer at delivery).
    private static func classic(_ product: String, uid: [UInt8], blockCount: Int) -> TagImage {
        let is4K = blockCount == 256
        let sak: UInt8 = is4K ? 0x18 : 0x08
        let atqa = (is4K ? 0x0002 : 0x0004) | UInt16(uid.count == 7 ? 0x0040 : 0)
        let key = [UInt8](repeating: 0xFF, count: 6)
        var blocks = (0..<blockCount).map { block in
            ClassicCard.isTrailer(block)
                ? key + [0xFF, 0x07, 0x80, 0x69] + key : [UInt8](repeating: 0, count: 16)
        }
        let check = uid.count == 4 ? [uid.reduce(0, ^)] : []
        let head = uid + check + [sak, UInt8(atqa & 0xFF), UInt8(atqa >> 8)]
        blocks[0].replaceSubrange(0..<head.count, with: head)
        var image = TagImage(product: product, uid: uid, memory: .blocks(blocks))
        image.atqa = atqa
        image.sak = sak
        return image
    }

    /// A copy of the tag whose UID is signed with the simulator's key. If the chip does not support READ_SIG,
    /// the copy is unchanged.
    ///
    /// Only a program that trusts the simulator's key accepts a signed copy as genuine.
    public var signedBySimulator: TagImage {
        var image = self
        if product == Self.ntag424 {
            image.signature = SimulatorSigner.signature424(uid: uid)
        } else if Type2Chip.named(product)?.features.contains(.ev1) == true {
            image.signature = SimulatorSigner.signature(uid: uid)
        }
        return image
    }
}

extension String {
    /// The text in lowercase without white space.
    fileprivate var plain: String { lowercased().filter { !$0.isWhitespace } }
}
