import COpenSSL

/// The scrypt function, which derives keys from passwords.
///
/// Source: RFC 7914.
public enum Scrypt {
    /// Derives a key from a password.
    ///
    /// The call needs about 128 · `rounds` · `blockSize` bytes of memory.
    ///
    /// - Parameters:
    ///   - rounds: The cost parameter N, a power of two greater than 1.
    ///   - blockSize: The block size parameter r.
    ///   - parallelism: The parallelization parameter p.
    ///   - byteCount: The length of the key, in bytes.
    /// - Returns: The key, which has exactly `byteCount` bytes.
    /// - Throws: ``ScryptError`` if a parameter is out of range or there is not enough memory.
    public static func key(
        password: [UInt8], salt: [UInt8], rounds: Int, blockSize: Int, parallelism: Int, byteCount: Int
    ) throws(ScryptError) -> [UInt8] {
        guard rounds > 1, blockSize > 0, parallelism > 0, byteCount > 0 else { throw ScryptError() }
        var key = [UInt8](repeating: 0, count: byteCount)
        // RFC 7914 §2 limits p · r to 2^30. The required memory follows from §5 and §6.
        let (product, overflows) = blockSize.multipliedReportingOverflow(by: parallelism)
        guard !overflows, product < 1 << 30, rounds <= (1 << 40) / blockSize else { throw ScryptError() }
        let memory = 128 * blockSize * (rounds + parallelism + 2)
        let isDone = password.withUnsafeBytes { password in
            EVP_PBE_scrypt(
                password.bindMemory(to: CChar.self).baseAddress, password.count, salt, salt.count,
                UInt64(rounds), UInt64(blockSize), UInt64(parallelism), UInt64(memory), &key, byteCount) == 1
        }
        guard isDone else {
            ERR_clear_error()
            throw ScryptError()
        }
        return key
    }
}

/// The error for a key derivation whose parameters are out of range or require too much memory.
public struct ScryptError: Error, Hashable, CustomStringConvertible {
    /// A sentence that describes the error, without the parameters.
    public var description: String { "scrypt cannot derive a key with these parameters" }
}
