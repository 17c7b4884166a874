/// The lock bytes of one page: which of their bits close what a phone reads, and which block-lock bit freezes them.
///
/// Bits are counted from the lowest bit of the first lock byte.
struct LockBytes: Hashable {
    /// Where they stand.
    let page: Int
    /// The byte of the page with which they begin: 2 on page 2, 0 behind the user memory.
    let firstByte: Int
    /// Each bit that a permanent lock needs, and what it closes.
    let bits: [Int: String]
    /// Block-lock bit to the lock bits that it freezes.
    let frozen: [Int: [Int]]

    /// Lock bytes 0 and 1 on page 2: L3 closes the container, L4 to L15 the pages of that number.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.5.2; T2TOP 1.1 §2.2.
    static let onPage2 = LockBytes(
        page: 2, firstByte: 2,
        bits: Dictionary(
            uniqueKeysWithValues: (3...15).map { ($0, $0 == 3 ? "L3: page 3, the CC" : "L\($0): page \($0)") }
        ),
        frozen: [0: [3], 1: Array(4...9), 2: Array(10...15)])

    /// The dynamic lock bytes of a chip; nil where page 2 closes all user pages.
    ///
    /// - Parameter memory: On an Ultralight C the bit of AUTH0 is needed too: a stranger could close the tag for reading
    ///   by it. With AUTH0 at 30h for ever, AUTH1 and the key mean nothing. Source: MF0ICU2 data sheet §7.5.3, §7.5.8.
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

    /// The page with every needed bit set; lock bits only rise, so what is set already stays.
    ///
    /// Reserved bytes are written as zeros. Source: NTAG213/215/216 data sheet §8.5.3 (remark on RFUI).
    func locking(_ held: [UInt8]) -> [UInt8] {
        var page = firstByte == 0 ? Array(held[0..<3]) + [0x00] : held
        for bit in bits.keys { page[firstByte + bit / 8] |= 1 << UInt8(bit % 8) }
        return page
    }

    /// The bits that a permanent lock needs, as a mask of the page.
    var mask: [UInt8] {
        var mask: [UInt8] = [0, 0, 0, 0]
        for bit in bits.keys { mask[firstByte + bit / 8] |= 1 << UInt8(bit % 8) }
        return mask
    }

    /// The needed bits that can never be set any more: clear, and frozen by a block-lock bit.
    func unreachable(_ held: [UInt8]) -> [Int] {
        frozen.filter { isSet($0.key, in: held) }.flatMap(\.value)
            .filter { bits[$0] != nil && !isSet($0, in: held) }.sorted()
    }

    /// The name of a bit of the page.
    func name(_ byte: Int, _ bit: Int) -> String { bits[(byte - firstByte) * 8 + bit] ?? "RFUI" }

    private func isSet(_ bit: Int, in held: [UInt8]) -> Bool {
        held[firstByte + bit / 8] >> UInt8(bit % 8) & 1 == 1
    }
}
