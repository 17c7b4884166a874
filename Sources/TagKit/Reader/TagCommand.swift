/// One command to the tag that is selected, in the tag's own words.
///
/// Commands are values, so that a plan can list them, a trace can record them and a test can count them.
/// A reader translates them; nobody above a reader writes raw bytes.
public enum TagCommand: Hashable, Sendable {
    /// GET_VERSION (`0x60`): 8 bytes. Source: NXP NTAG213/215/216 data sheet §10.1.
    case getVersion
    /// READ (`0x30`): 16 bytes from `page` on, rolling over behind the last page. Source: T2TOP §5.1.
    case read(page: UInt8)
    /// FAST_READ (`0x3A`): 4 bytes for each page from `first` through `last`. Source: NTAG data sheet §10.3.
    case fastRead(first: UInt8, last: UInt8)
    /// WRITE (`0xA2`): 4 bytes to `page`; the answer is the 4-bit ACK, given as no bytes. Source: T2TOP §5.2.
    case write(page: UInt8, data: [UInt8])
    /// WRITE of a page that holds a password or a key: the same to the tag, and left out of traces.
    case writeSecret(page: UInt8, data: [UInt8])
    /// PWD_AUTH (`0x1B`): the 2 bytes of PACK, and pages are open until the tag leaves ACTIVE. A wrong password is
    /// refused, and counts where AUTHLIM is set. Source: NTAG data sheet §10.7.
    case passwordAuthenticate(TagPassword)
    /// READ_SIG (`0x3C 0x00`): 32 bytes, the maker's signature of the UID. Source: NTAG data sheet §10.8.
    case readSignature
    /// The first half of Ultralight C's AUTHENTICATE (`0x1A 0x00`): `0xAF` and 8 bytes. Only to tell the chip.
    case ultralightCAuthenticate
    /// One C-APDU over ISO-DEP; the answer is the R-APDU with its status word. Source: ISO/IEC 7816-4 §5.
    case apdu([UInt8])
    /// A C-APDU that carries a key: the same to the tag, and its body left out of traces. It is enciphered, and who has
    /// the whole trace and the old key could decipher it: a new tag's keys are known to everybody.
    case secretAPDU([UInt8])
    /// MIFARE Classic authentication of the sector that holds `block`; the answer is no bytes.
    case authenticate(block: UInt8, key: ClassicKey)
    /// MIFARE Classic READ: 16 bytes of `block` in an authenticated sector.
    case readBlock(UInt8)
    /// MIFARE Classic WRITE: 16 bytes to `block` in an authenticated sector; the answer is no bytes.
    case writeBlock(UInt8, data: [UInt8])
}

/// A key of a MIFARE Classic sector.
public struct ClassicKey: Hashable, Sendable {
    /// Which of the sector's two keys.
    public enum Slot: Sendable { case a, b }

    /// Key A or key B.
    public var slot: Slot
    /// Exactly 6 bytes.
    public var bytes: [UInt8]

    /// Makes a key; `bytes` are exactly 6.
    public init(_ slot: Slot, _ bytes: [UInt8]) {
        precondition(bytes.count == 6, "a MIFARE Classic key has 6 bytes")
        self.slot = slot
        self.bytes = bytes
    }
}
