/// The checksum behind every standard frame of ISO/IEC 14443-3 type A (§6.2.4): two bytes, low byte first.
enum CRCA {
    /// The checksum of `bytes`.
    static func of(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var crc: UInt16 = 0x6363
        for byte in bytes {
            var mixed = byte ^ UInt8(truncatingIfNeeded: crc)
            mixed ^= mixed << 4
            let wide = UInt16(mixed)
            crc = (crc >> 8) ^ (wide << 8) ^ (wide << 3) ^ (wide >> 4)
        }
        return [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    }

    /// `bytes` without the checksum that they end in; nil when they do not.
    static func stripped(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 3 else { return nil }
        let payload = bytes.dropLast(2)
        return bytes.suffix(2).elementsEqual(of(payload)) ? Array(payload) : nil
    }
}
