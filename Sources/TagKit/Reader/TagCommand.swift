/// One command to the selected tag, in the tag's protocol.
///
/// Commands are values, so that plans can list them, traces can record them and tests can count them. Only readers
/// encode them as bytes.
public enum TagCommand: Hashable, Sendable {
    /// GET_VERSION (`0x60`): 8 bytes. Source: NXP NTAG213/215/216 data sheet §10.1.
    case getVersion
    /// READ (`0x30`): 16 bytes, starting at `page` and wrapping around after the last page. Source: T2TOP §5.1.
    case read(page: UInt8)
    /// FAST_READ (`0x3A`): 4 bytes for each page from `first` through `last`. Source: NTAG data sheet §10.3.
    case fastRead(first: UInt8, last: UInt8)
    /// WRITE (`0xA2`): 4 bytes to `page`. The response is a 4-bit ACK, which readers return as no bytes. Source: T2TOP
    /// §5.2.
    case write(page: UInt8, data: [UInt8])
    /// A WRITE of a page with a password or a key. The tag receives an ordinary WRITE, but traces omit the data.
    case writeSecret(page: UInt8, data: [UInt8])
    /// PWD_AUTH (`0x1B`): returns the 2 bytes of PACK and gives access to the protected pages until the tag leaves the
    /// ACTIVE state. The tag refuses a wrong password and, if AUTHLIM is set, counts it. Source: NTAG data sheet §10.7.
    case passwordAuthenticate(TagPassword)
    /// READ_SIG (`0x3C 0x00`): 32 bytes, the manufacturer's signature of the UID. Source: NTAG data sheet §10.8.
    case readSignature
    /// The first half of Ultralight C's AUTHENTICATE (`0x1A 0x00`). The response is `0xAF` and 8 bytes. Used only to
    /// identify the chip.
    case ultralightCAuthenticate
    /// One C-APDU over ISO-DEP; the response is the R-APDU with its status word. Source: ISO/IEC 7816-4 §5.
    case apdu([UInt8])
    /// A C-APDU that contains an encrypted key. Traces omit its body, because the new key could be decrypted with
    /// the complete trace and the old key, and the factory keys of a tag are public.
    case secretAPDU([UInt8])
    /// MIFARE Classic authentication to the sector that contains `block`; the response is empty.
    case authenticate(block: UInt8, key: ClassicKey)
    /// MIFARE Classic READ: 16 bytes of `block` in an authenticated sector.
    case readBlock(UInt8)
    /// MIFARE Classic WRITE: 16 bytes to `block` in an authenticated sector; the response is empty.
    case writeBlock(UInt8, data: [UInt8])
}

/// A key of a MIFARE Classic sector.
public struct ClassicKey: Hashable, Sendable {
    /// The two keys of a sector.
    public enum Slot: Sendable {
        /// Key A, which every sector has.
        case a
        /// Key B. Depending on the sector's access bits, its bytes may contain data instead.
        case b
    }

    /// The key's slot: A or B.
    public var slot: Slot
    /// The key: exactly 6 bytes.
    public var bytes: [UInt8]

    /// Creates a key; `bytes` must have exactly 6 elements.
    public init(_ slot: Slot, _ bytes: [UInt8]) {
        precondition(bytes.count == 6, "a MIFARE Classic key has 6 bytes")
        self.slot = slot
        self.bytes = bytes
    }
}
