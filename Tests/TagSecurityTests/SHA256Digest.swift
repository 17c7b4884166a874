import DigestKit

/// SHA-256 for vectors that need it.
enum SHA256Digest {
    static func of(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }
}
