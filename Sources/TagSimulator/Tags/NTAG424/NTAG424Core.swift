import TagSecurity
import TextKit

/// What makes a Type 4 tag an NTAG 424 DNA and outlasts the field: five keys with what was tried against them, the
/// settings of its NDEF file, and the counter of its taps.
///
/// Modelled: GET_VERSION, GetKeyVersion, AuthenticateEV2First with its limits of wrong keys, ChangeKey,
/// ChangeFileSettings, GetFileSettings and WriteData of the NDEF file, and SDM with PICCData and MAC. Not modelled: LRP,
/// enciphered file data, the proprietary file's protection, TagTamper.
///
/// Source: NXP NTAG 424 DNA data sheet §8, §9, §10.
struct NTAG424Core: Hashable {
    /// Keys 0 to 4.
    var keys = [NTAG424Key](repeating: NTAG424Key(), count: 5)
    /// Of the NDEF file.
    private(set) var settings = SDMSettings.factory
    /// How often it was read, 24 bits.
    private(set) var counter: UInt32 = 0

    /// What a tag from the factory has.
    static let factory = NTAG424Core()
    /// The size of its NDEF file. Source: data sheet §8.2.3.
    static let fileBytes = 256

    /// ChangeFileSettings; with SDM on, the counter begins anew. Source: data sheet §9.3.1.
    ///
    /// - Returns: Whether the chip takes them. Source: data sheet §10.7.1 (Tables 69, 71).
    mutating func change(_ new: SDMSettings) -> Bool {
        let rights = [new.access.read, new.access.write, new.access.readWrite, new.access.change]
        guard rights.allSatisfy({ $0 < 5 || $0 == SDMSettings.free || $0 == SDMSettings.nobody }) else {
            return false
        }
        if let mirror = new.mirror {
            guard mirror.metaRead < 5, mirror.fileRead < 5, mirror.macInput <= mirror.mac,
                mirror.piccData + 32 <= Self.fileBytes, mirror.mac + 16 <= Self.fileBytes,
                mirror.mac >= mirror.piccData + 32 || mirror.piccData >= mirror.mac + 16
            else { return false }
            counter = 0
        }
        settings = new
        return true
    }

    // MARK: What it puts into its URL

    /// A read begins: it counts.
    ///
    /// - Returns: false when the counter is at its end; the file is not shown then. Source: data sheet §9.3.1.
    mutating func countRead() -> Bool {
        guard counter < 0xFF_FFFF else { return false }
        counter += 1
        return true
    }

    /// The file as a reader sees it: PICCData and MAC laid over their places.
    ///
    /// Source: data sheet §9.3.4, §9.3.8; AN12196 §4.3.
    func shown(_ file: [UInt8], uid: [UInt8]) -> [UInt8] {
        guard let mirror = settings.mirror, uid.count == 7, file.count >= Self.fileBytes else { return file }
        let bytes = (0..<3).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
        let (metaRead, fileRead) = (keys[Int(mirror.metaRead)].key, keys[Int(mirror.fileRead)].key)
        // A chip draws five random bytes here; these are others at each tap, and the same in each run.
        let random = fileRead.encipher(bytes + [UInt8](repeating: 0xA5, count: 13)).prefix(5)
        let picc = metaRead.encipherCBC([0xC7] + uid + bytes + random)
        var shown = file
        shown.replaceSubrange(mirror.piccData..<mirror.piccData + 32, with: Self.digits(picc))
        guard let session = AESKey(fileRead.cmac([0x3C, 0xC3, 0x00, 0x01, 0x00, 0x80] + uid + bytes)) else {
            return file
        }
        let mac = CMAC.truncated(session.cmac(Array(shown[mirror.macInput..<mirror.mac])))
        shown.replaceSubrange(mirror.mac..<mirror.mac + 16, with: Self.digits(mac))
        return shown
    }

    private static func digits(_ bytes: [UInt8]) -> [UInt8] { Array(Hex.upper(bytes).utf8) }

    // MARK: Its place in a file

    /// The internal elementary file that holds all this in a tag's file; no command selects it.
    static let internalFile: UInt16 = 0xFF24

    /// Layout: 01, the five keys, the counter (most significant byte first), the settings.
    var bytes: [UInt8] {
        [0x01] + keys.flatMap(\.bytes) + [16, 8, 0].map { UInt8(counter >> $0 & 0xFF) } + settings.bytes
    }

    init() {}

    /// nil for bytes of another layout, and for settings that no chip takes.
    init?(_ bytes: [UInt8]) {
        let end = 1 + 5 * NTAG424Key.byteCount
        guard bytes.count >= end + 3, bytes[0] == 0x01, let settings = SDMSettings(Array(bytes[(end + 3)...]))
        else { return nil }
        keys = (0..<5).compactMap { index in
            let start = 1 + index * NTAG424Key.byteCount
            return NTAG424Key(Array(bytes[start..<start + NTAG424Key.byteCount]))
        }
        guard keys.count == 5, change(settings) else { return nil }
        counter = bytes[end..<end + 3].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// A key of an NTAG 424 DNA, and how often it was missed.
///
/// Source: NXP NTAG 424 DNA data sheet §9, §10.5.1 (Table 50); AN12196 §7.4.
struct NTAG424Key: Hashable {
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
