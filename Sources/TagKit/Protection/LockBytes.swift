/// The lock bytes of one page. They consist of lock bits, which make pages permanently read-only, and
/// block-lock bits, which freeze lock bits.
///
/// Bit 0 is the least significant bit of the first lock byte.
struct LockBytes: Hashable {
    /// The number of the page that contains the lock bytes.
    let page: Int
    /// The index of the first lock byte in its page: 2 for the static lock bytes on page 2, 0 for the dynamic
    /// lock bytes after the user memory.
    let firstByte: Int
    /// The lock bits that a permanent lock must set. Each has a description of the pages that it makes
    /// read-only.
    let bits: [Int: String]
    /// For each block-lock bit, the lock bits that it freezes.
    let frozen: [Int: [Int]]

    /// The static lock bytes: bytes 2 and 3 of page 2. L3 makes the capability container read-only, and L4 to
    /// L15 make the pages with the same numbers read-only.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.5.2; T2TOP 1.1 §2.2.
    static let onPage2 = LockBytes(
        page: 2, firstByte: 2,
        bits: Dictionary(
            uniqueKeysWithValues: (3...15).map { ($0, $0 == 3 ? "page 3, the CC" : "page \($0)") }
        ),
        frozen: [0: [3], 1: Array(4...9), 2: Array(10...15)])

    /// Returns the bytes to write to the lock page: its current bytes with all required lock bits set. Lock
    /// bits cannot be cleared, so bits that are already set stay set.
    ///
    /// Reserved bytes are written as zeros. Source: NTAG213/215/216 data sheet §8.5.3 (remark on RFUI).
    func locking(_ held: [UInt8]) -> [UInt8] {
        let page = firstByte == 0 ? held[0..<3] + [0x00] : held[...]
        return zip(page, mask).map { $0 | $1 }
    }

    /// A mask of the page's 4 bytes in which the required lock bits are set.
    var mask: [UInt8] {
        var mask: [UInt8] = [0, 0, 0, 0]
        for bit in bits.keys { mask[firstByte + bit / 8] |= 1 << UInt8(bit % 8) }
        return mask
    }

    /// Returns the required lock bits that are 0 and can no longer be set, because a block-lock bit freezes
    /// them.
    func unreachable(_ held: [UInt8]) -> [Int] {
        frozen.filter { isSet($0.key, in: held) }.flatMap(\.value)
            .filter { bits[$0] != nil && !isSet($0, in: held) }.sorted()
    }

    /// Returns a clause about the pages that block-lock bits keep permanently writable; nil if all required
    /// lock bits are set or can still be set.
    func frozenPages(_ held: [UInt8]) -> String? {
        let unreachable = unreachable(held)
        guard let first = unreachable.first, let pages = bits[first] else { return nil }
        let others = unreachable.count > 1 ? " and other pages" : ""
        return "block-lock bits keep \(pages)\(others) permanently writable"
    }

    /// Returns the description of a bit in the lock page; `RFUI` if the bit is not a required lock bit.
    func name(_ byte: Int, _ bit: Int) -> String {
        let number = (byte - firstByte) * 8 + bit
        guard let pages = bits[number] else { return "RFUI" }
        return firstByte == 0 ? pages : "L\(number): \(pages)"
    }

    private func isSet(_ bit: Int, in held: [UInt8]) -> Bool {
        held[firstByte + bit / 8] >> UInt8(bit % 8) & 1 == 1
    }
}

extension LockBytes {
    /// Creates the dynamic lock bytes of a chip. Returns nil if the static lock bytes on page 2 cover all user
    /// pages.
    ///
    /// On an Ultralight C, the lock bit of AUTH0 must also be set, because otherwise anyone could use AUTH0 to
    /// prevent reading. If AUTH0 stays at 30h, AUTH1 and the key have no effect. Source: MF0ICU2 data sheet
    /// §7.5.3, §7.5.8.
    init?(dynamicOf memory: Type2Memory) {
        guard let locks = memory.dynamicLocks else { return nil }
        var bits = locks.pagesOfBit.mapValues {
            $0.count == 1 ? "page \($0.lowerBound)" : "pages \($0.lowerBound)-\($0.upperBound)"
        }
        if memory.protection == .ultralightC { bits[13] = "page 42, AUTH0" }
        self.init(page: locks.page, firstByte: 0, bits: bits, frozen: locks.frozen)
    }
}
