/// The lock bits of a chip, which permanently lock pages, and its block-lock bits, which freeze lock bits.
///
/// Bit 0 is the least significant bit of the first lock byte. A set bit cannot be cleared, because a write
/// combines the old and new bytes with a bitwise OR.
struct LockBits: Hashable {
    /// For each lock bit, the pages that it locks.
    var pages: [Int: ClosedRange<Int>]
    /// For each block-lock bit, the lock bits that it freezes.
    var frozen: [Int: [Int]]

    /// The layout of the static lock bytes on page 2.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.5.2; MF0ICU1 data sheet §7.4.2.
    static let staticBytes = LockBits(
        pages: Dictionary(uniqueKeysWithValues: (3...15).map { ($0, $0...$0) }),
        frozen: [0: [3], 1: Array(4...9), 2: Array(10...15)])

    /// Returns the layout of the dynamic lock bytes of NTAG21x and Ultralight EV1. The lock bits are in
    /// ascending order of their pages, and the block-lock bits are in the third byte.
    ///
    /// A block-lock bit freezes at most two lock bits. Source: NXP NTAG213/215/216 data sheet §8.5.3.
    ///
    /// - Parameters:
    ///   - last: The last user page. The first page that these bytes can lock is 16.
    ///   - pagesPerBit: The number of pages that each lock bit locks, 2 or 16.
    static func dynamicBytes(last: Int, pagesPerBit: Int) -> LockBits {
        let starts = Array(stride(from: 16, through: last, by: pagesPerBit))
        let pages = starts.enumerated().map {
            ($0.offset, $0.element...min($0.element + pagesPerBit - 1, last))
        }
        let pairs = stride(from: 0, to: starts.count, by: 2).map { Array($0..<min($0 + 2, starts.count)) }
        return LockBits(
            pages: Dictionary(uniqueKeysWithValues: pages),
            frozen: Dictionary(uniqueKeysWithValues: pairs.enumerated().map { ($0.offset + 16, $0.element) }))
    }

    /// Lock bytes 2 and 3 of NTAG203. Six lock bits lock four pages each, and one locks the counter. The
    /// block-lock bits are between the lock bits.
    ///
    /// Source: NXP NTAG203 data sheet rev. 3.0 §8.5.2.
    static let ntag203 = LockBits(
        pages: [
            1: 16...19, 2: 20...23, 3: 24...27, 5: 28...31, 6: 32...35, 7: 36...39, 12: 41...41,
        ],
        frozen: [0: [1, 2, 3], 4: [5, 6, 7], 8: [12]])

    /// The dynamic lock bytes of Ultralight C: the bits of NTAG203, and additional ones for AUTH0, AUTH1 and
    /// the key. Source: NXP MF0ICU2 (Ultralight C) data sheet §7.5.3.
    static let ultralightC = LockBits(
        pages: ntag203.pages.merging([13: 42...42, 14: 43...43, 15: 44...47]) { old, _ in old },
        frozen: ntag203.frozen.merging([9: [13], 10: [14], 11: [15]]) { old, _ in old })

    /// Returns the lock bytes after `offered` is written to a chip whose lock bytes are `held`. The bits of
    /// `held` stay set. A bit of `offered` is added unless a block-lock bit of `held` freezes it.
    func merging(_ offered: [UInt8], into held: [UInt8]) -> [UInt8] {
        var takes = offered
        for (blockLock, bits) in frozen where held.bit(blockLock) {
            for bit in bits { takes[bit / 8] &= ~(1 << UInt8(bit % 8)) }
        }
        return zip(held, takes).map { $0 | $1 }
    }

    /// Returns whether `page` is locked if the lock bytes are `held`.
    func closes(_ page: Int, held: [UInt8]) -> Bool {
        pages.contains { held.bit($0.key) && $0.value.contains(page) }
    }

    /// Returns lock bytes in which all defined bits are set. The other bits are reserved and stay 0.
    func mask(byteCount: Int) -> [UInt8] {
        var mask = [UInt8](repeating: 0, count: byteCount)
        for bit in Array(pages.keys) + Array(frozen.keys) { mask[bit / 8] |= 1 << UInt8(bit % 8) }
        return mask
    }
}

extension [UInt8] {
    fileprivate func bit(_ index: Int) -> Bool { self[index / 8] >> (index % 8) & 1 == 1 }
}
