import DigestKit

extension RecoveryWords {
    /// 28 values of five bits: the secret's 128 bits and the first 12 of its SHA-256, the highest bit first.
    static func values(_ secret: [UInt8]) -> [UInt8] {
        let digest = SHA256.hash(secret)
        let bits = (secret + digest.prefix(2)).flatMap { byte in
            (0..<8).map { byte >> (7 - $0) & 1 }
        }
        return stride(from: 0, to: 140, by: 5).map { start in
            bits[start..<start + 5].reduce(0) { $0 << 1 | $1 }
        }
    }

    /// The first 128 of the bits.
    static func secret(of values: [UInt8]) -> [UInt8] {
        let bits = values.flatMap { value in (0..<5).map { value >> (4 - $0) & 1 } }
        return stride(from: 0, to: 128, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
        }
    }

    /// What checks a group: its number (from 1) plus α¹d₁ + α²d₂ + α³d₃ + α⁴d₄.
    ///
    /// The powers differ from each other and from 1, so that a swap of two characters, the check's own
    /// included, changes the sum.
    static func check(_ data: [UInt8], group: Int) -> UInt8 {
        var sum = UInt8(group + 1)
        for (index, value) in data.enumerated() {
            sum ^= (0...index).reduce(value) { product, _ in timesAlpha(product) }
        }
        return sum
    }

    /// Times α in GF(32), by the polynomial x⁵ + x² + 1.
    private static func timesAlpha(_ value: UInt8) -> UInt8 {
        value & 0x10 == 0 ? value << 1 : (value << 1 ^ 0x25) & 0x1F
    }
}
