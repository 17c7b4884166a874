import COpenSSL

/// A key for authenticated encryption with AES-256-GCM.
///
/// Sealed bytes contain the nonce, the ciphertext and the tag, in this order. Sealed bytes are
/// ``overheadBytes`` bytes longer than the plaintext.
///
/// Source: NIST SP 800-38D.
public struct AESGCMKey: Sendable {
    /// The length of a key, in bytes.
    public static let byteCount = 32
    /// The length of a nonce, in bytes. SP 800-38D §5.2.1.1 recommends 96 bits.
    public static let nonceBytes = 12
    /// The length of an authentication tag, in bytes.
    static let tagBytes = 16
    /// The number of bytes that sealing adds to a plaintext.
    static let overheadBytes = nonceBytes + tagBytes

    private let bytes: [UInt8]

    /// Creates a key from exactly ``byteCount`` bytes. Returns nil for any other number of bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Encrypts and authenticates a plaintext.
    ///
    /// - Parameters:
    ///   - plaintext: The bytes to encrypt, at most 1 GiB.
    ///   - nonce: Exactly ``nonceBytes`` bytes. Each call with the same key needs a new nonce: if a nonce is
    ///     used twice, both plaintexts can be revealed. Random nonces are safe for 2^32 calls (SP 800-38D
    ///     §8.3).
    ///   - associated: Bytes that are authenticated but not stored. ``open(_:associated:)`` needs the same
    ///     bytes.
    /// - Returns: The nonce, the ciphertext and the tag.
    public func seal(_ plaintext: [UInt8], nonce: [UInt8], associated: [UInt8] = []) -> [UInt8] {
        precondition(nonce.count == Self.nonceBytes && plaintext.count <= Self.mostBytes)
        let context = CipherContext()
        var (output, count) = ([UInt8](repeating: 0, count: plaintext.count), Int32(0))
        var tag = [UInt8](repeating: 0, count: Self.tagBytes)
        let isDone =
            EVP_EncryptInit_ex(context.pointer, EVP_aes_256_gcm(), nil, bytes, nonce) == 1
            && EVP_EncryptUpdate(context.pointer, nil, &count, associated, Int32(associated.count)) == 1
            && EVP_EncryptUpdate(context.pointer, &output, &count, plaintext, Int32(plaintext.count)) == 1
            && EVP_EncryptFinal_ex(context.pointer, nil, &count) == 1
            && EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagBytes), &tag) == 1
        precondition(isDone, "libcrypto does not provide AES-256-GCM")
        return nonce + output + tag
    }

    /// Decrypts sealed bytes, and checks that they were sealed with this key and the same associated bytes.
    ///
    /// - Returns: The plaintext, or nil if the key, the associated bytes or any sealed byte is different.
    public func open(_ sealed: [UInt8], associated: [UInt8] = []) -> [UInt8]? {
        let length = sealed.count - Self.overheadBytes
        guard (0...Self.mostBytes).contains(length) else { return nil }
        let nonce = Array(sealed.prefix(Self.nonceBytes))
        let input = Array(sealed.dropFirst(Self.nonceBytes).prefix(length))
        var tag = Array(sealed.suffix(Self.tagBytes))
        let context = CipherContext()
        var (output, count) = ([UInt8](repeating: 0, count: length), Int32(0))
        let isReady =
            EVP_DecryptInit_ex(context.pointer, EVP_aes_256_gcm(), nil, bytes, nonce) == 1
            && EVP_DecryptUpdate(context.pointer, nil, &count, associated, Int32(associated.count)) == 1
            && EVP_DecryptUpdate(context.pointer, &output, &count, input, Int32(length)) == 1
            && EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagBytes), &tag) == 1
        precondition(isReady, "libcrypto does not provide AES-256-GCM")
        guard EVP_DecryptFinal_ex(context.pointer, nil, &count) == 1 else {
            ERR_clear_error()
            return nil
        }
        return output
    }

    /// The maximum length of a plaintext, in bytes.
    private static let mostBytes = 1 << 30
}

/// A libcrypto cipher context, which is freed with the value.
private struct CipherContext: ~Copyable {
    let pointer: OpaquePointer

    init() {
        guard let pointer = EVP_CIPHER_CTX_new() else {
            preconditionFailure("libcrypto cannot allocate memory")
        }
        self.pointer = pointer
    }

    deinit { EVP_CIPHER_CTX_free(pointer) }
}
