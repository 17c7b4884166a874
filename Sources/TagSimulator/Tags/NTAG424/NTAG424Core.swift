import TagKit
import TagSecurity
import TextKit

/// The persistent state of an NTAG 424 DNA, without its files: five keys with their counters of failed
/// attempts, the NDEF file's settings, and the tap counter.
///
/// The simulation supports GET_VERSION, GetKeyVersion, AuthenticateEV2First with its limits on failed
/// attempts, ChangeKey, ChangeFileSettings, GetFileSettings and WriteData of the NDEF file, and SDM with
/// PICCData and MAC. It does not support LRP, encrypted file data, the protection of the proprietary file, or
/// TagTamper.
///
/// Source: NXP NTAG 424 DNA data sheet §8, §9, §10.
struct NTAG424Core: Hashable {
    /// Keys 0 to 4.
    var keys = [NTAG424Key](repeating: NTAG424Key(), count: 5)
    /// The settings of the NDEF file: its access rights and its SDM configuration.
    private(set) var settings = SDMSettings.factory
    /// The tap counter (SDMReadCtr), which has 24 bits.
    private(set) var counter: UInt32 = 0

    /// The state of a new tag.
    static let factory = NTAG424Core()
    /// The size of the NDEF file in bytes. Source: data sheet §8.2.3.
    static let fileBytes = 256

    /// Replaces the settings of the NDEF file, as ChangeFileSettings does. If the new settings enable SDM,
    /// the counter is reset to 0. Source: data sheet §9.3.1.
    ///
    /// - Returns: `false` if the chip rejects the settings. Source: data sheet §10.7.1 (Tables 69, 71).
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

    // MARK: Mirrored data

    /// Increments the tap counter. The chip does this on the first read of each tap.
    ///
    /// - Returns: `false` if the counter has reached its maximum. The file can then no longer be read.
    ///   Source: data sheet §9.3.1.
    mutating func countRead() -> Bool {
        guard counter < 0xFF_FFFF else { return false }
        counter += 1
        return true
    }

    /// Returns the content of the NDEF file as a reader receives it. If SDM is enabled, PICCData and MAC
    /// replace the placeholders.
    ///
    /// Source: data sheet §9.3.4, §9.3.8; AN12196 §4.3.
    func shown(_ file: [UInt8], uid: [UInt8]) -> [UInt8] {
        guard let mirror = settings.mirror, uid.count == 7, file.count >= Self.fileBytes else { return file }
        let bytes = (0..<3).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
        let (metaRead, fileRead) = (keys[Int(mirror.metaRead)].key, keys[Int(mirror.fileRead)].key)
        // A chip uses five random bytes here. These differ between taps but are the same in each run.
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

    // MARK: Encoding

    /// The file identifier for this state in a saved tag. The state is saved like an elementary file, but no
    /// command can select it.
    static let internalFile: UInt16 = 0xFF24

    /// The encoded state: the byte 01, the five keys, the counter (3 bytes, most significant byte first), and
    /// the settings.
    var bytes: [UInt8] {
        [0x01] + keys.flatMap(\.bytes) + [16, 8, 0].map { UInt8(counter >> $0 & 0xFF) } + settings.bytes
    }

    init() {}

    /// Decodes the state. Returns nil if the bytes are not in this encoding or the chip would reject the
    /// settings.
    init?(_ bytes: [UInt8]) {
        let end = 1 + 5 * NTAG424Key.byteCount
        guard bytes.count >= end + 3, bytes[0] == 0x01, let settings = SDMSettings(Array(bytes[(end + 3)...]))
        else { return nil }
        keys = (0..<5).compactMap { index in
            let start = 1 + index * NTAG424Key.byteCount
            return NTAG424Key(Array(bytes[start..<start + NTAG424Key.byteCount]))
        }
        guard keys.count == 5, change(settings) else { return nil }
        counter = UInt32(bytes: bytes[end..<end + 3])
    }
}

/// A key of an NTAG 424 DNA, with its version and its counters of failed attempts.
///
/// Source: NXP NTAG 424 DNA data sheet §9, §10.5.1 (Table 50); AN12196 §7.4.
struct NTAG424Key: Hashable {
    var key = AESKey.factory
    /// The key's version, which ChangeKey sets together with the key.
    var version: UInt8 = 0
    /// The number of consecutive authentication attempts with a wrong key. The chip stops counting at 255.
    private(set) var missesInARow: UInt8 = 0
    /// The number of authentication attempts with a wrong key, at most 1,000. Each attempt with the right key
    /// reduces this number by ten, but not below 0.
    private(set) var misses: UInt16 = 0

    /// Creates the key of a new tag: 16 zero bytes.
    init() {}

    /// Creates a key as ChangeKey sets it: with this version and without failed attempts.
    init(_ key: AESKey, version: UInt8) {
        (self.key, self.version) = (key, version)
    }

    /// Whether too many attempts with a wrong key have permanently blocked this key.
    var isBlocked: Bool { misses >= 1_000 }

    /// The number of authentications that the chip refuses with “delay” before it processes one. It is 0 for
    /// up to 49 consecutive wrong keys. Each further wrong key increases it by one, up to 20. The data sheet
    /// does not specify the real chip's number.
    var delays: Int { min(max(0, Int(missesInARow) - 49), 20) }

    /// Records an authentication attempt with the right key (`isRight` is true) or a wrong one.
    mutating func tried(_ isRight: Bool) {
        if isRight {
            missesInARow = 0
            misses = misses > 10 ? misses - 10 : 0
        } else {
            if missesInARow < 255 { missesInARow += 1 }
            if misses < 1_000 { misses += 1 }
        }
    }

    // MARK: Encoding

    static let byteCount = 20

    /// The encoded key: its 16 bytes, its version, the consecutive failed attempts (1 byte), and the total
    /// failed attempts (2 bytes, most significant byte first).
    var bytes: [UInt8] { key.bytes + [version, missesInARow, UInt8(misses >> 8), UInt8(misses & 0xFF)] }

    /// Decodes a key. Returns nil if the number of bytes is wrong.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, let key = AESKey(Array(bytes[..<16])) else { return nil }
        self.init(key, version: bytes[16])
        missesInARow = bytes[17]
        misses = UInt16(bytes: bytes[18...19])
    }
}
