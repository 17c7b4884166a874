/// The two check bytes of a Type 2 tag's first pages. Source: ISO/IEC 14443-3 §6.5.4; NTAG data sheet §8.5.1.
struct CheckBytes {
    /// Page 0, byte 3: the cascade tag 88h and the UID's first three bytes, combined by exclusive or.
    let bcc0: (found: UInt8, right: UInt8)
    /// Page 2, byte 0: the UID's last four bytes, combined by exclusive or.
    let bcc1: (found: UInt8, right: UInt8)

    /// Looks at the first nine bytes of at least nine.
    init(pageZeroToTwo bytes: [UInt8]) {
        bcc0 = (bytes[3], 0x88 ^ bytes[0] ^ bytes[1] ^ bytes[2])
        bcc1 = (bytes[8], bytes[4] ^ bytes[5] ^ bytes[6] ^ bytes[7])
    }

    var areRight: Bool { bcc0.found == bcc0.right && bcc1.found == bcc1.right }
}
