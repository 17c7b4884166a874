import COpenSSL

/// The SHA-1 digest. Use this digest only for comparison with published lists of hashes, because SHA-1 is not
/// secure against collisions. Use ``SHA256`` for everything else.
///
/// Source: NIST FIPS 180-4.
public enum SHA1 {
    /// The length of a digest, in bytes.
    public static let byteCount = 20

    /// Returns the digest of `bytes`: exactly ``byteCount`` bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        libcryptoDigest(EVP_sha1(), byteCount, bytes)
    }
}

/// Returns the digest of bytes, computed by libcrypto.
func libcryptoDigest(
    _ algorithm: OpaquePointer?, _ byteCount: Int, _ bytes: some Sequence<UInt8>
) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    let isDone = bytes.withBytes { EVP_Digest($0.baseAddress, $0.count, &digest, nil, algorithm, nil) == 1 }
    precondition(isDone, "libcrypto does not provide the digest")
    return digest
}
