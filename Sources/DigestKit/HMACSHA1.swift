import COpenSSL

/// Message authentication codes, computed by HMAC with SHA-1. One-time passwords require this function.
///
/// HMAC does not depend on the collision resistance of SHA-1. New formats should use ``HMACSHA256``.
///
/// Source: RFC 2104, RFC 2202.
public enum HMACSHA1 {
    /// The length of an authentication code, in bytes.
    public static let byteCount = 20

    /// Returns the authentication code of `message` with `key`: exactly 20 bytes.
    public static func code(for message: some Sequence<UInt8>, key: some Sequence<UInt8>) -> [UInt8] {
        hmac(EVP_sha1(), byteCount, message, key)
    }
}

/// Computes an HMAC with a digest function from libcrypto.
func hmac(
    _ digest: OpaquePointer?, _ byteCount: Int, _ message: some Sequence<UInt8>, _ key: some Sequence<UInt8>
) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: byteCount)
    let isDone = key.withBytes { key in
        message.withBytes { message in
            // HMAC pads keys with zeros, so one zero byte is equal to an empty key.
            // libcrypto does not accept a null pointer as an empty key.
            let padded: [UInt8] = key.isEmpty ? [0] : Array(key)
            return HMAC(
                digest, padded, Int32(padded.count), message.bindMemory(to: UInt8.self).baseAddress,
                message.count, &code, nil) != nil
        }
    }
    precondition(isDone, "libcrypto does not provide HMAC with this digest")
    return code
}
