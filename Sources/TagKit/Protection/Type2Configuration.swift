/// The configuration pages CFG0 and CFG1 of an NTAG21x or an Ultralight EV1.
///
/// Source: NXP NTAG213/215/216 data sheet §8.5.7; NTAG210/212 §8.5.6; MF0ULx1 §8.5.6.
struct Type2Configuration: Hashable {
    /// The bytes of CFG0: MIRROR (MOD on an Ultralight EV1), RFUI, MIRROR_PAGE, AUTH0.
    var head: [UInt8]
    /// The bytes of CFG1: ACCESS, followed by three bytes that stay unchanged.
    var access: [UInt8]
    let features: Chip.Features

    /// The AUTH0 value that disables password protection.
    static let unprotected: UInt8 = 0xFF

    /// AUTH0: the number of the first page that requires the password.
    var firstProtected: UInt8 {
        get { head[3] }
        set { head[3] = newValue }
    }

    /// Whether the tag requires the password for reading too (PROT). If false, the tag requires the password
    /// only for writing.
    var protectsReading: Bool {
        get { access[0] & 0x80 != 0 }
        set { access[0] = newValue ? access[0] | 0x80 : access[0] & ~0x80 }
    }

    /// Whether both configuration pages are permanently locked (CFGLCK). A change takes effect at the next
    /// power-up.
    var isLocked: Bool {
        get { access[0] & 0x40 != 0 }
        set { access[0] = newValue ? access[0] | 0x40 : access[0] & ~0x40 }
    }

    /// AUTHLIM, 0...7: the number of consecutive wrong passwords after which the tag refuses every password;
    /// 0 means no limit.
    var attemptLimit: Int {
        get { Int(access[0] & 0x07) }
        set { access[0] = access[0] & ~0x07 | UInt8(newValue & 0x07) }
    }

    /// Returns the data sheet's name for a bit in CFG0.
    func headBit(_ byte: Int, _ bit: Int) -> String {
        switch (byte, bit) {
        case (0, 6...7) where features.contains(.mirror): "MIRROR_CONF"
        case (0, 4...5) where features.hasMirror: "MIRROR_BYTE"
        case (0, 2): "STRG_MOD_EN"
        case (2, _) where features.hasMirror: "MIRROR_PAGE"
        case (3, _): "AUTH0"
        default: "RFUI"
        }
    }

    /// Returns the data sheet's name for a bit in CFG1.
    func accessBit(_ byte: Int, _ bit: Int) -> String {
        switch (byte, bit) {
        case (0, 7): "PROT"
        case (0, 6): "CFGLCK"
        case (0, 4) where features.contains(.mirror): "NFC_CNT_EN"
        case (0, 3) where features.contains(.mirror): "NFC_CNT_PWD_PROT"
        case (0, 0...2): "AUTHLIM"
        default: "RFUI"
        }
    }
}
