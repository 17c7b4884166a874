/// The mode that makes a message's authentication code out of any permutation of 16-byte blocks.
///
/// Source: NIST SP 800-38B §6.2; NXP AN12304 §2.5 for the same over LRP.
package enum CMAC {
    /// The 16 bytes of a message; `permute` is the keyed block cipher.
    static func tag(_ message: [UInt8], by permute: ([UInt8]) -> [UInt8]) -> [UInt8] {
        let wholeKey = doubled(permute([UInt8](repeating: 0, count: 16)))
        let isWhole = !message.isEmpty && message.count.isMultiple(of: 16)
        let lastStart = isWhole ? message.count - 16 : message.count / 16 * 16
        var state = [UInt8](repeating: 0, count: 16)
        for start in stride(from: 0, to: lastStart, by: 16) {
            state = permute(state ^ Array(message[start..<start + 16]))
        }
        var last = Array(message[lastStart...])
        if !isWhole { last = padded(last) }
        return permute(state ^ last ^ (isWhole ? wholeKey : doubled(wholeKey)))
    }

    /// A tag as a chip sends it: bytes 1, 3, 5 … 15 of the 16. Source: NXP NTAG 424 DNA data sheet §9.1.3.
    package static func truncated(_ tag: [UInt8]) -> [UInt8] {
        stride(from: 1, to: 16, by: 2).map { tag[$0] }
    }

    /// `80` and as many zeros as fill the block. Source: ISO/IEC 9797-1, padding method 2.
    package static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [0x80] + [UInt8](repeating: 0, count: 15 - bytes.count % 16)
    }

    /// Times x in GF(2¹²⁸) by x¹²⁸ + x⁷ + x² + x + 1.
    private static func doubled(_ block: [UInt8]) -> [UInt8] {
        var result = block
        for index in result.indices {
            let carry = index + 1 < block.count ? block[index + 1] >> 7 : 0
            result[index] = block[index] << 1 | carry
        }
        if block[0] & 0x80 != 0 { result[15] ^= 0x87 }
        return result
    }
}

/// Two byte strings of one length, bit by bit.
func ^ (left: [UInt8], right: [UInt8]) -> [UInt8] {
    precondition(left.count == right.count, "exclusive or takes equal lengths")
    return zip(left, right).map { $0 ^ $1 }
}
