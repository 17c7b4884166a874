/// The lock bytes of one page: lock bits, which make pages permanently read-only, and block-lock bits, which freeze
/// lock bits.
///
/// Bits are counted from the lowest bit of the first lock byte.
struct LockBytes: Hashable {
    /// The page with the lock bytes.
    let page: Int
    /// The index in the page of the first lock byte: 2 on page 2, 0 on the page after the user memory.
    let firstByte: Int
    /// The bits that a permanent lock sets, each with a description of the pages that it makes read-only.
    let bits: [Int: String]
    /// The lock bits that each block-lock bit freezes.
    let frozen: [Int: [Int]]

    /// Lock bytes 0 and 1 on page 2. L3 makes the capability container read-only, and L4 to L15 make the pages with the
    /// same number read-only.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.5.2; T2TOP 1.1 §2.2.
    static let onPage2 = LockBytes(
        page: 2, firstByte: 2,
        bits: Dictionary(
            uniqueKeysWithValues: (3...15).map { ($0, $0 == 3 ? "L3: page 3, the CC" : "L\($0): page \($0)") }
        ),
        frozen: [0: [3], 1: Array(4...9), 2: Array(10...15)])

    /// Creates the dynamic lock bytes of a chip; nil if the lock bytes in page 2 cover all user pages.
    ///
    /// - Parameter memory: The chip's memory map. On an Ultralight C, the lock bit of AUTH0 must also be set,
    ///   because otherwise anyone could use AUTH0 to prevent reading. If AUTH0 stays at 30h, AUTH1 and the key
    ///   have no effect. Source: MF0ICU2 data sheet §7.5.3, §7.5.8.
    init?(dynamicOf memory: Type2Memory) {
        guard let locks = memory.dynamicLocks else { return nil }
        var bits = locks.pagesOfBit.mapValues {
            $0.count == 1 ? "page \($0.lowerBound)" : "pages \($0.lowerBound)-\($0.upperBound)"
        }
        if memory.protection == .ultralightC { bits[13] = "page 42, AUTH0" }
        self.init(page: locks.page, firstByte: 0, bits: bits, frozen: locks.frozen)
    }

    private init(page: Int, firstByte: Int, bits: [Int: String], frozen: [Int: [Int]]) {
        self.page = page
        self.firstByte = firstByte
        self.bits = bits
        self.frozen = frozen
    }

    /// Returns the lock page with all required bits set. Bits that are already set stay set, because lock bits
    /// cannot be cleared.
    ///
    /// Reserved bytes are written as zeros. Source: NTAG213/215/216 data sheet §8.5.3 (remark on RFUI).
    func locking(_ held: [UInt8]) -> [UInt8] {
        var page = firstByte == 0 ? Array(held[0..<3]) + [0x00] : held
        for bit in bits.keys { page[firstByte + bit / 8] |= 1 << UInt8(bit % 8) }
        return page
    }

    /// The required lock bits as a mask of the page's 4 bytes.
    var mask: [UInt8] {
        var mask: [UInt8] = [0, 0, 0, 0]
        for bit in bits.keys { mask[firstByte + bit / 8] |= 1 << UInt8(bit % 8) }
        return mask
    }

    /// Returns the required bits that can no longer be set, because they are 0 and a block-lock bit freezes
    /// them.
    func unreachable(_ held: [UInt8]) -> [Int] {
        frozen.filter { isSet($0.key, in: held) }.flatMap(\.value)
            .filter { bits[$0] != nil && !isSet($0, in: held) }.sorted()
    }

    /// Returns the name of a bit in the lock page.
    func name(_ byte: Int, _ bit: Int) -> String { bits[(byte - firstByte) * 8 + bit] ?? "RFUI" }

    private func isSet(_ bit: Int, in held: [UInt8]) -> Bool {
        held[firstByte + bit / 8] >> UInt8(bit % 8) & 1 == 1
    }
}
