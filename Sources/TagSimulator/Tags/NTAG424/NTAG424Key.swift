import TagSecurity

/// A key of an NTAG 424 DNA, and how often it was missed.
///
/// Source: NXP NTAG 424 DNA data sheet §9, §10.5.1 (Table 50); AN12196 §7.4.
struct NTAG424Key: Hashable, Sendable {
    var key = AESKey.factory
    /// Noted beside it when it was changed.
    var version: UInt8 = 0
    /// Wrong keys in a row; the chip counts no further than 255.
    private(set) var missesInARow: UInt8 = 0
    /// Wrong keys in all, less ten for each right one.
    private(set) var misses: UInt16 = 0

    /// From the factory.
    init() {}

    /// A key that was changed: nothing was tried against it yet.
    init(_ key: AESKey, version: UInt8) {
        (self.key, self.version) = (key, version)
    }

    /// So many wrong ones in all, and it opens nothing any more.
    var isBlocked: Bool { misses >= 1_000 }

    /// How often authentication is put off before the key may be tried again: not for 49 wrong ones in a row, and once
    /// more for each behind them up to 20. How often a chip does it is not in the data sheet.
    var delays: Int { min(max(0, Int(missesInARow) - 49), 20) }

    /// Counts a try.
    mutating func tried(_ isRight: Bool) {
        if isRight {
            missesInARow = 0
            misses = misses > 10 ? misses - 10 : 0
        } else {
            if missesInARow < 255 { missesInARow += 1 }
            if misses < 1_000 { misses += 1 }
        }
    }

    // MARK: Its place in a file

    static let byteCount = 20

    /// Layout: the key, its version, the wrong ones in a row, and in all (2 bytes, the most significant first).
    var bytes: [UInt8] { key.bytes + [version, missesInARow, UInt8(misses >> 8), UInt8(misses & 0xFF)] }

    /// nil for another number of bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, let key = AESKey(Array(bytes[..<16])) else { return nil }
        self.init(key, version: bytes[16])
        missesInARow = bytes[17]
        misses = UInt16(bytes[18]) << 8 | UInt16(bytes[19])
    }
}
