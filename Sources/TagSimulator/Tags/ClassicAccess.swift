import TagKit

/// What the access bits C1, C2, C3 of one group let each key do.
///
/// Source: NXP MF1S50yyX data sheet §8.7.1 to §8.7.3.
struct ClassicAccess: Hashable, Sendable {
    /// C1 C2 C3 as one number, 0...7; a trailer whose bits and their inverse disagree closes its sector (7).
    private let bits: UInt8
    private let isTrailer: Bool
    /// Key B of this sector can be read, so it is data and opens nothing.
    let keyBIsData: Bool

    /// - Parameters:
    ///   - trailer: The sector's trailer, 16 bytes.
    ///   - group: 0...2 for data, 3 for the trailer itself.
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

    /// Whether a data block can be read.
    func allowsRead(_ slot: ClassicKey.Slot) -> Bool {
        switch bits {
        case 0b111: false
        case 0b011, 0b101: slot == .b
        default: true
        }
    }

    /// Whether anything in the block can be written.
    func allowsWrite(_ slot: ClassicKey.Slot) -> Bool { !writable(slot).isEmpty }

    /// Which bytes of the block a write reaches.
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
