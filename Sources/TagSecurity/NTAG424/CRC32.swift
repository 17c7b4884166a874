/// CRC-32 without its last inversion, the least significant byte first, as ChangeKey wants it.
///
/// Source: NXP NTAG 424 DNA data sheet §10.6.1; IEEE 802.3 for the polynomial.
package enum CRC32 {
    /// Four bytes.
    package static func jam(_ bytes: [UInt8]) -> [UInt8] {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return (0..<4).map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
    }
}
