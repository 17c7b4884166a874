/// One command to the selected tag, as the tag's protocol defines it.
///
/// Commands are values, so that traces can record them and tests can count them. Only readers encode them as
/// bytes.
public enum TagCommand: Hashable, Sendable {
    /// GET_VERSION (`0x60`), which identifies the chip. The response has 8 bytes. Source: NXP NTAG213/215/216
    /// data sheet §10.1.
    case getVersion
    /// READ (`0x30`) of four pages (16 bytes), starting at `page`. After the last page, the tag continues
    /// with page 0. Source: T2TOP §5.1.
    case read(page: UInt8)
    /// FAST_READ (`0x3A`) of the pages `first` through `last`, 4 bytes each. Source: NTAG data sheet §10.3.
    case fastRead(first: UInt8, last: UInt8)
    /// WRITE (`0xA2`) of 4 bytes to `page`. The tag responds with a 4-bit ACK, and readers return no bytes.
    /// Source: T2TOP §5.2.
    case write(page: UInt8, data: [UInt8])
    /// WRITE of a page that contains a password or a part of a key. The tag receives an ordinary WRITE, but
    /// traces omit the data.
    case writeSecret(page: UInt8, data: [UInt8])
    /// PWD_AUTH (`0x1B`) with a password. If the password is right, the tag responds with the 2 bytes of
    /// PACK, and permits access to the protected pages until the tag leaves the ACTIVE state. If the password
    /// is wrong, the tag refuses the command and, if AUTHLIM is set, counts the attempt. Source: NTAG data
    /// sheet §10.7.
    case passwordAuthenticate(TagPassword)
    /// READ_SIG (`0x3C 0x00`), which returns the manufacturer's signature of the UID: 32 bytes. Source: NTAG
    /// data sheet §10.8.
    case readSignature
    /// The first command of an Ultralight C's authentication, AUTHENTICATE (`0x1A 0x00`). The tag responds
    /// with `0xAF` and a challenge of 8 bytes. Used only to identify the chip.
    case ultralightCAuthenticate
    /// A C-APDU, sent over ISO-DEP. The response is the R-APDU, including its status word. Source: ISO/IEC
    /// 7816-4 §5.
    case apdu([UInt8])
    /// A C-APDU that contains an encrypted key. Traces omit its body, because a program that knows the old
    /// key, such as a public factory key, could decrypt the new one.
    case secretAPDU([UInt8])
    /// MIFARE Classic authentication to the sector that contains `block`. The response is empty.
    case authenticate(block: UInt8, key: ClassicKey)
    /// MIFARE Classic READ of one block (16 bytes) in the authenticated sector.
    case readBlock(UInt8)
    /// MIFARE Classic WRITE of 16 bytes to one block in the authenticated sector. The response is empty.
    case writeBlock(UInt8, data: [UInt8])
}

/// A key of a MIFARE Classic sector.
public struct ClassicKey: Hashable, Sendable {
    /// The two keys of a sector.
    public enum Slot: Sendable {
        /// Key A, which every sector has.
        case a
        /// Key B. If the sector's access bits make key B readable, it cannot be used as a key, and its 6
        /// bytes can store data.
        case b
    }

    /// The key's slot in the sector trailer: A or B.
    public var slot: Slot
    /// The value of the key: exactly 6 bytes.
    public var bytes: [UInt8]

    /// Creates a key from its slot and its value, which must have exactly 6 bytes.
    public init(_ slot: Slot, _ bytes: [UInt8]) {
        precondition(bytes.count == 6, "a MIFARE Classic key has 6 bytes")
        self.slot = slot
        self.bytes = bytes
    }
}
