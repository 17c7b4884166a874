public import SimulationKit
public import TagDumps
public import TagKit

/// A simulated MIFARE Classic card. Keys and access bits are simulated, but the cipher is not.
///
/// Source: NXP MF1S50yyX data sheet §8 (memory, access conditions), §12 (commands), MF1S70yyX §8.6 (4K).
public struct ClassicTag: VirtualTag {
    /// The UID: 4 or 7 bytes.
    public let uid: [UInt8]
    /// The card's blocks, 16 bytes each. A Mini has 20 blocks, a 1K 64, an EV1 72, a 2K 128, and a 4K 256.
    public internal(set) var blocks: [[UInt8]]

    /// The defects to simulate.
    public var defects: Set<TagDefect> = []

    private let base: TagImage
    private var activation: Activation
    /// The authenticated sector, and the slot of the key that was used; nil if no sector is authenticated.
    private var session: (sector: Int, slot: ClassicKey.Slot)?
    /// The block of a WRITE command whose 16 data bytes the card has not received yet; nil if the card
    /// expects a command.
    private var pendingBlock: Int?

    /// Creates a card from its image. Returns nil if the image does not have the blocks of a supported card,
    /// if a byte is unknown, or if the UID has a wrong length.
    init?(_ image: TagImage) {
        guard case .blocks(let known) = image.memory, [20, 64, 72, 128, 256].contains(known.count) else {
            return nil
        }
        let whole = known.map { $0.compactMap(\.self) }
        guard whole.allSatisfy({ $0.count == 16 }), [4, 7].contains(image.uid.count) else { return nil }
        uid = image.uid
        blocks = whole
        base = image
        // Source: NXP AN10833 §3.2 (SAK), MF1S50yyX §9.4 (ATQA).
        let sak: UInt8 = whole.count == 256 ? 0x18 : whole.count == 20 ? 0x09 : 0x08
        let size: UInt16 = whole.count == 256 ? 0x0002 : 0x0004
        let atqa = size | (image.uid.count == 7 ? 0x0040 : 0)
        activation = Activation(uid: image.uid, atqa: image.atqa ?? atqa, sak: image.sak ?? sak)
    }

    /// Resets the volatile state, as a card does when the field is switched on.
    public mutating func powerUp() {
        activation.powerUp()
        forget()
    }

    /// Processes a frame. In the ACTIVE state, the card supports HLTA, and READ and WRITE of blocks in the
    /// authenticated sector. It refuses other commands with NAK 4.
    public mutating func receive(_ frame: RFFrame, tear: TornWrite?) -> RFResponse {
        switch activation.receive(frame) {
        case .answer(let answer): return RFResponse(answer)
        case .silence:
            forget()
            return .silence
        case .command: break
        }
        guard frame.isWholeBytes, let code = frame.bytes.first else { return refuse() }
        if let block = pendingBlock {
            pendingBlock = nil
            guard frame.bytes.count == 16 else { return refuse() }
            return write(frame.bytes, to: block, tear: tear)
        }
        guard frame.bytes.count == 2, let session else { return refuse() }
        let block = Int(frame.bytes[1])
        guard blocks.indices.contains(block), ClassicCard.sector(of: block) == session.sector else {
            return refuse()
        }
        switch code {
        case 0x30: return read(block)
        case 0xA0:
            guard block != 0, rights(of: block).allowsWrite(session.slot) else { return refuse() }
            pendingBlock = block
            return RFResponse(.ack)
        default: return refuse()
        }
    }

    /// Authenticates with a key for the sector of `block`. Returns false if the card is not in the ACTIVE
    /// state, does not have the block, or refuses the key. A card refuses a readable key B, because it treats
    /// the bytes as data.
    ///
    /// The last four bytes of `uid` must be those of the card's UID.
    public mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> Bool {
        guard activation.state == .active else { return false }
        forget()
        let sector = ClassicCard.sector(of: Int(block))
        let trailer = ClassicCard.blocks(of: sector).upperBound
        // The cipher uses the UID's last four bytes. Source: NXP AN10833; libnfc's nfc-mfclassic.
        guard blocks.indices.contains(trailer), uid.suffix(4) == self.uid.suffix(4),
            key.bytes == Array(key.slot == .a ? blocks[trailer][0..<6] : blocks[trailer][10..<16]),
            key.slot == .a || !rights(of: trailer).keyBIsData
        else {
            activation.drop()
            return false
        }
        session = (sector, key.slot)
        return true
    }

    /// The card's image, with the current bytes of the card's blocks.
    public var image: TagImage {
        var image = base
        image.memory = .blocks(blocks)
        image.defects = defects.names
        return image
    }

    // MARK: -

    /// Processes READ. If the block is a trailer, the card returns the access bits, but zeros instead of key
    /// A. It returns key B only if the access bits make key B readable; otherwise, it returns zeros instead.
    private mutating func read(_ block: Int) -> RFResponse {
        let rights = rights(of: block)
        guard let slot = session?.slot, ClassicCard.isTrailer(block) || rights.allowsRead(slot) else {
            return refuse()
        }
        var bytes = blocks[block]
        if ClassicCard.isTrailer(block) {
            bytes.replaceSubrange(0..<6, with: Array(repeating: 0, count: 6))
            if !rights.keyBIsData { bytes.replaceSubrange(10..<16, with: Array(repeating: 0, count: 6)) }
        }
        return RFResponse(RFFrame(bytes))
    }

    private mutating func write(_ data: [UInt8], to block: Int, tear: TornWrite?) -> RFResponse {
        guard let slot = session?.slot, !defects.contains(.wornPage(block)) else { return refuse() }
        var new = blocks[block]
        if !defects.contains(.stuckPage(block)) {
            for range in rights(of: block).writable(slot) { new.replaceSubrange(range, with: data[range]) }
        }
        blocks[block] = tear?.leaves(blocks[block], new) ?? new
        return RFResponse(.ack, busyMicroseconds: Type2Tag.programmingMicroseconds, pagesWritten: 1)
    }

    private func rights(of block: Int) -> ClassicAccess {
        let sector = ClassicCard.sector(of: block)
        return ClassicAccess(
            trailer: blocks[ClassicCard.blocks(of: sector).upperBound], group: Self.group(of: block))
    }

    private mutating func refuse() -> RFResponse {
        activation.drop()
        forget()
        return RFResponse(.nak(4))
    }

    private mutating func forget() {
        session = nil
        pendingBlock = nil
    }

    /// Returns the number of the group of access bits that applies to a block: 0...2 for data blocks, 3 for
    /// the trailer.
    private static func group(of block: Int) -> Int { block < 128 ? block % 4 : (block - 128) % 16 / 5 }
}

/// The rights of key A and key B for one group of blocks, as defined by the access bits C1, C2 and C3 in the
/// trailer.
///
/// Source: NXP MF1S50yyX data sheet §8.7.1 to §8.7.3.
struct ClassicAccess: Hashable {
    /// C1, C2 and C3 as one number, 0...7. If the bits and their inverted copies do not match, the number is
    /// 7, which forbids all access to data blocks.
    private let bits: UInt8
    private let isTrailer: Bool
    /// Whether key B of this sector is readable. A readable key B is data, and the card does not accept it as
    /// a key.
    let keyBIsData: Bool

    /// Decodes the rights of one group from a sector's trailer. Access bits that contradict their inverted
    /// copies are decoded as 111.
    ///
    /// - Parameters:
    ///   - trailer: The 16 bytes of the sector's trailer.
    ///   - group: The number of the group: 0...2 for data blocks, 3 for the trailer itself.
    init(trailer: [UInt8], group: Int) {
        func bits(_ group: Int) -> UInt8 {
            let c1 = trailer[7] >> (4 + group) & 1, c2 = trailer[8] >> group & 1,
                c3 = trailer[8] >> (4 + group) & 1
            let n1 = trailer[6] >> group & 1, n2 = trailer[6] >> (4 + group) & 1, n3 = trailer[7] >> group & 1
            guard c1 != n1, c2 != n2, c3 != n3 else { return 0b111 }
            return c1 << 2 | c2 << 1 | c3
        }
        self.bits = bits(group)
        isTrailer = group == 3
        keyBIsData = [0b000, 0b010, 0b001].contains(bits(3))
    }

    /// Returns whether a data block can be read with the key in this slot.
    func allowsRead(_ slot: ClassicKey.Slot) -> Bool {
        switch bits {
        case 0b111: false
        case 0b011, 0b101: slot == .b
        default: true
        }
    }

    /// Returns whether at least some bytes of the block can be written with the key in this slot.
    func allowsWrite(_ slot: ClassicKey.Slot) -> Bool { !writable(slot).isEmpty }

    /// Returns the ranges of the block's bytes that can be written with the key in this slot.
    func writable(_ slot: ClassicKey.Slot) -> [Range<Int>] {
        guard isTrailer else {
            switch bits {
            case 0b000: return [0..<16]
            case 0b100, 0b110, 0b011: return slot == .b ? [0..<16] : []
            default: return []
            }
        }
        let keys = [0..<6, 10..<16]
        switch (bits, slot) {
        case (0b000, .a): return keys
        case (0b100, .b): return keys
        case (0b001, .a): return [0..<16]
        case (0b011, .b): return [0..<16]
        case (0b101, .b): return [6..<10]
        default: return []
        }
    }
}
