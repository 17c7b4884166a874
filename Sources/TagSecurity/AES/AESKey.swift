import COpenSSL

/// A key of AES-128. It prints nothing of itself.
///
/// libcrypto does the arithmetic, in the modes that NTAG 424 DNA tags use: single blocks, CBC and CMAC.
public struct AESKey: Hashable, Sendable {
    /// Bytes of a key and of a block.
    public static let byteCount = 16
    /// 16 zeros: what a tag has from its factory. Source: NXP NTAG 424 DNA data sheet §8.2.2.
    public static let factory = AESKey(checked: [UInt8](repeating: 0, count: 16))

    /// Exactly ``byteCount``.
    package let bytes: [UInt8]

    /// A key from its bytes.
    ///
    /// - Returns: nil unless there are 16 of them.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// A key that was calculated.
    init(checked bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "an AES-128 key has 16 bytes")
        self.bytes = bytes
    }

    /// One block enciphered (ECB).
    package func encipher(_ block: [UInt8]) -> [UInt8] { transform(block, enciphers: true, vector: nil) }

    /// One block deciphered (ECB).
    package func decipher(_ block: [UInt8]) -> [UInt8] { transform(block, enciphers: false, vector: nil) }

    /// Whole blocks in CBC mode.
    ///
    /// - Parameter vector: 16 bytes, zeros unless given.
    package func encipherCBC(_ blocks: [UInt8], vector: [UInt8]? = nil) -> [UInt8] {
        transform(blocks, enciphers: true, vector: vector ?? [UInt8](repeating: 0, count: 16))
    }

    /// Whole blocks back from CBC mode.
    package func decipherCBC(_ blocks: [UInt8], vector: [UInt8]? = nil) -> [UInt8] {
        transform(blocks, enciphers: false, vector: vector ?? [UInt8](repeating: 0, count: 16))
    }

    /// The 16 bytes that authenticate a message. Source: NIST SP 800-38B, RFC 4493.
    package func cmac(_ message: [UInt8]) -> [UInt8] { CMAC.tag(message, by: encipher) }

    private func transform(_ input: [UInt8], enciphers: Bool, vector: [UInt8]?) -> [UInt8] {
        precondition(input.count.isMultiple(of: Self.byteCount), "AES works on whole blocks")
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("libcrypto has no memory") }
        defer { EVP_CIPHER_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: input.count + Self.byteCount)
        var count: Int32 = 0
        let cipher = vector == nil ? EVP_aes_128_ecb() : EVP_aes_128_cbc()
        let isDone =
            EVP_CipherInit_ex(context, cipher, nil, bytes, vector, enciphers ? 1 : 0) == 1
            && EVP_CIPHER_CTX_set_padding(context, 0) == 1
            && EVP_CipherUpdate(context, &output, &count, input, Int32(input.count)) == 1
        precondition(isDone && Int(count) == input.count, "libcrypto has AES-128")
        return Array(output.prefix(input.count))
    }
}

extension AESKey: CustomStringConvertible, CustomReflectable {
    /// No bit of it, so that no message or log shows one.
    public var description: String { "a key" }
    /// No bit of it either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The OpenSSL that this process has loaded.
public enum OpenSSL {
    /// Its version, such as `3.0.17`.
    public static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}

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
