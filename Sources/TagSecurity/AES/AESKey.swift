import COpenSSL

/// An AES-128 key. Its bytes never appear in messages or logs.
///
/// libcrypto performs the operations that NTAG 424 DNA tags use: single-block encryption, CBC and CMAC.
public struct AESKey: Hashable, Sendable {
    /// The size of a key and of an AES block in bytes: 16.
    public static let byteCount = 16
    /// The value of every key of a new tag: 16 zero bytes. Source: NXP NTAG 424 DNA data sheet §8.2.2.
    public static let factory = AESKey(checked: [UInt8](repeating: 0, count: 16))

    /// The 16 bytes of the key.
    package let bytes: [UInt8]

    /// Creates a key from its bytes.
    ///
    /// - Returns: nil unless `bytes` has 16 elements.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates a key from a calculated value, which must have 16 bytes.
    init(checked bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "an AES-128 key must have 16 bytes")
        self.bytes = bytes
    }

    /// Encrypts one block (ECB).
    package func encipher(_ block: [UInt8]) -> [UInt8] { transform(block, enciphers: true, vector: nil) }

    /// Decrypts one block (ECB).
    func decipher(_ block: [UInt8]) -> [UInt8] { transform(block, enciphers: false, vector: nil) }

    /// Encrypts one or more whole blocks in CBC mode, without padding. The initialization vector has 16
    /// bytes. By default, all 16 are zero.
    package func encipherCBC(_ blocks: [UInt8], vector: [UInt8]? = nil) -> [UInt8] {
        transform(blocks, enciphers: true, vector: vector ?? [UInt8](repeating: 0, count: 16))
    }

    /// Decrypts one or more whole blocks in CBC mode, without removing padding.
    package func decipherCBC(_ blocks: [UInt8], vector: [UInt8]? = nil) -> [UInt8] {
        transform(blocks, enciphers: false, vector: vector ?? [UInt8](repeating: 0, count: 16))
    }

    /// Returns the 16-byte CMAC of a message. Source: NIST SP 800-38B, RFC 4493.
    package func cmac(_ message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Self.byteCount)
        var count = 0
        let isDone =
            EVP_Q_mac(
                nil, "CMAC", nil, "AES-128-CBC", nil, bytes, bytes.count, message, message.count, &code,
                code.count, &count) != nil
        precondition(isDone && count == code.count, "libcrypto does not provide CMAC")
        return code
    }

    private func transform(_ input: [UInt8], enciphers: Bool, vector: [UInt8]?) -> [UInt8] {
        precondition(input.count.isMultiple(of: Self.byteCount), "AES requires whole blocks")
        guard let context = EVP_CIPHER_CTX_new() else {
            preconditionFailure("libcrypto cannot allocate memory")
        }
        defer { EVP_CIPHER_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: input.count + Self.byteCount)
        var count: Int32 = 0
        let cipher = vector == nil ? EVP_aes_128_ecb() : EVP_aes_128_cbc()
        let isDone =
            EVP_CipherInit_ex(context, cipher, nil, bytes, vector, enciphers ? 1 : 0) == 1
            && EVP_CIPHER_CTX_set_padding(context, 0) == 1
            && EVP_CipherUpdate(context, &output, &count, input, Int32(input.count)) == 1
        precondition(isDone && Int(count) == input.count, "libcrypto does not provide AES-128")
        return Array(output.prefix(input.count))
    }
}

extension AESKey: CustomStringConvertible, CustomReflectable {
    /// A constant text without the key, so that messages and logs cannot reveal the key.
    public var description: String { "a key" }
    /// A Swift `Mirror` without children, so that `dump` cannot reveal the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Information about the OpenSSL library that this process has loaded.
public enum OpenSSL {
    /// The version of the loaded OpenSSL, such as `3.0.17`.
    public static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}

/// CMAC for block ciphers that libcrypto does not provide, such as LRP. Also contains the truncation and the
/// padding that NTAG 424 DNA uses.
///
/// Source: NIST SP 800-38B §6.2; NXP AN12304 §2.5 for CMAC with LRP.
package enum CMAC {
    /// Returns the 16-byte CMAC of a message. `permute` encrypts one block with the block cipher.
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

    /// Truncates a CMAC as the chip does: returns bytes 1, 3, 5 … 15 of its 16 bytes, counted from 0. Source:
    /// NXP NTAG 424 DNA data sheet §9.1.3.
    package static func truncated(_ tag: [UInt8]) -> [UInt8] {
        stride(from: 1, to: 16, by: 2).map { tag[$0] }
    }

    /// Returns the bytes with `80` appended, followed by as many zeros as necessary to complete a block.
    /// Source: ISO/IEC 9797-1, padding method 2.
    static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [0x80] + [UInt8](repeating: 0, count: 15 - bytes.count % 16)
    }

    /// Returns a block multiplied by x in GF(2¹²⁸), with the polynomial x¹²⁸ + x⁷ + x² + x + 1.
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

/// Returns the bitwise XOR of two byte arrays of the same length.
func ^ (left: [UInt8], right: [UInt8]) -> [UInt8] {
    precondition(left.count == right.count, "both operands of XOR must have the same length")
    return zip(left, right).map { $0 ^ $1 }
}
