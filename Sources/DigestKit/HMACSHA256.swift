import COpenSSL

/// Message authentication codes, computed by HMAC with SHA-256.
///
/// Source: RFC 2104, NIST FIPS 198-1.
public enum HMACSHA256 {
    /// Returns the authentication code of `message` with `key`: exactly 32 bytes.
    public static func code(for message: some Sequence<UInt8>, key: some Sequence<UInt8>) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: SHA256.byteCount)
        let isDone = key.withBytes { key in
            message.withBytes { message in
                // HMAC pads keys with zeros, so one zero byte is equal to an empty key.
                // libcrypto does not accept a null pointer as an empty key.
                let padded: [UInt8] = key.isEmpty ? [0] : Array(key)
                return HMAC(
                    EVP_sha256(), padded, Int32(padded.count), message.bindMemory(to: UInt8.self).baseAddress,
                    message.count, &code, nil) != nil
            }
        }
        precondition(isDone, "libcrypto provides HMAC with SHA-256")
        return code
    }
}
