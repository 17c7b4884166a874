import COpenSSL

/// The computation of a SHA-256 digest, performed by OpenSSL's libcrypto.
///
/// Source: NIST FIPS 180-4.
public struct SHA256: ~Copyable {
    /// The length of a digest, in bytes.
    public static let byteCount = 32

    private let context: OpaquePointer

    /// Creates a digest to which data can be added in several steps.
    public init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto does not provide SHA-256")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes to the data from which the digest is computed.
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        let isDone = bytes.withBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1 }
        precondition(isDone, "libcrypto does not provide SHA-256")
    }

    /// Completes the digest.
    ///
    /// - Returns: Exactly ``byteCount`` bytes.
    public consuming func finalize() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Self.byteCount)
        let isDone = EVP_DigestFinal_ex(context, &digest, nil) == 1
        precondition(isDone, "libcrypto does not provide SHA-256")
        return digest
    }

    /// Returns the digest of `bytes`: exactly ``byteCount`` bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        libcryptoDigest(EVP_sha256(), byteCount, bytes)
    }
}
