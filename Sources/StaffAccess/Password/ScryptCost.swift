import DigestKit

/// How much work and memory one guess of a password costs: scrypt's parameters.
///
/// Source: RFC 7914 §2.
public struct ScryptCost: Hashable, Sendable, Codable {
    /// N, a power of two: how often the memory is gone through.
    public let rounds: Int
    /// r: a block has 128 r octets.
    public let blockSize: Int
    /// p: how often all of that is done.
    public let parallelism: Int

    /// 32 MiB and some 80 ms: N = 2^15, r = 8, p = 1.
    ///
    /// Source: OWASP, "Password Storage Cheat Sheet", which names 2^17 with 128 MiB first and lists lesser memory for more
    /// work; a server that lets two be reckoned at a time needs 64 MiB so.
    public static let standard = ScryptCost(rounds: 1 << 15, blockSize: 8, parallelism: 1)

    /// A cost of these parameters; ``standard`` is for everybody but tests, which sign in a thousand times.
    public init(rounds: Int, blockSize: Int, parallelism: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// Derives a key of `bytes` bytes from a password and a salt.
    ///
    /// - Throws: `ScryptError`
    func key(of password: [UInt8], salt: [UInt8], bytes: Int) throws -> [UInt8] {
        try Scrypt.key(
            password: password, salt: salt, rounds: rounds, blockSize: blockSize, parallelism: parallelism,
            byteCount: bytes)
    }
}
