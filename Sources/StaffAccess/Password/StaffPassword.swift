import DigestKit
import Foundation
import TokenKit

/// A password as somebody typed it: the same letters are the same octets, whatever keyboard they come from.
public struct StaffPassword: Sendable {
    /// In Unicode NFC, UTF-8.
    let bytes: [UInt8]

    /// The least letters of a new one; there are no rules about kinds of letters, which make passwords worse.
    ///
    /// Source: NIST SP 800-63B-4 §3.1.1.2 (length counts, composition rules do not).
    public static let leastLetters = 12
    /// The most octets: more are not hashed.
    public static let maxBytes = 1_024

    /// Any password that is typed to sign in.
    ///
    /// - Returns: nil for none, and for one that is longer than any that is taken.
    public init?(typed text: String) {
        let bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
        guard (1...Self.maxBytes).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// A password that somebody chooses.
    ///
    /// - Throws: ``StaffError`` with code `weakPassword`: too short, too long, one letter again and again, or the address.
    public init(chosen text: String, for address: StaffAddress) throws(StaffError) {
        guard text.count >= Self.leastLetters else {
            throw StaffError(.weakPassword, "it has fewer than \(Self.leastLetters) characters")
        }
        guard let password = StaffPassword(typed: text) else {
            throw StaffError(.weakPassword, "it is longer than \(Self.maxBytes) bytes")
        }
        guard Set(text).count >= 4, StaffAddress(text)?.text != address.text else {
            throw StaffError(.weakPassword, "it is too easy to guess")
        }
        self = password
    }
}

/// The stored hash of a password, with the cost of each guess.
public struct PasswordHash: Hashable, Sendable, Codable {
    /// The cost of a guess; stored with the hash, so that a later version can raise it.
    public let cost: ScryptCost
    private let salt: Data
    private let key: Data

    /// Octets of salt and of key.
    private static let (saltBytes, keyBytes) = (16, 32)

    /// The hash of a password under a salt of its own; it takes as long as the cost says.
    ///
    /// - Parameter random: 64 random bits a call.
    public init(_ password: StaffPassword, cost: ScryptCost, random: () -> UInt64) throws {
        let salt = RandomBytes.make(Self.saltBytes, from: random)
        self.cost = cost
        self.salt = Data(salt)
        key = Data(try cost.key(of: password.bytes, salt: salt, bytes: Self.keyBytes))
    }

    /// Whether it is the hash of this password; right or wrong takes the same time.
    public func matches(_ password: StaffPassword) throws -> Bool {
        ConstantTime.areEqual(try cost.key(of: password.bytes, salt: Array(salt), bytes: key.count), key)
    }
}

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
