import COpenSSL

/// Message authentication codes, computed by HMAC with SHA-256.
///
/// Source: RFC 2104, NIST FIPS 198-1.
public enum HMACSHA256 {
    /// Returns the authentication code for `message`, computed with `key`. It has exactly 32 bytes.
    public static func code(for message: some Sequence<UInt8>, key: some Sequence<UInt8>) -> [UInt8] {
        hmac(EVP_sha256(), SHA256.byteCount, message, key)
    }
}
