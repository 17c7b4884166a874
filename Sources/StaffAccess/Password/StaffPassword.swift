import DigestKit
import Foundation
import TokenKit

/// A typed password, normalized so that the same characters give the same bytes on every keyboard.
public struct StaffPassword: Sendable {
    /// The password in Unicode NFC, as UTF-8.
    let bytes: [UInt8]

    /// The minimum number of characters of a new password. There are no rules about kinds of characters, because such
    /// rules make passwords worse.
    ///
    /// Source: NIST SP 800-63B-4 §3.1.1.2 (length counts, composition rules do not).
    public static let leastLetters = 12
    /// The maximum length in bytes. Longer passwords are refused without hashing.
    public static let maxBytes = 1_024

    /// Creates a password from the text entered at sign-in.
    ///
    /// - Returns: nil if the text is empty or longer than ``maxBytes``.
    public init?(typed text: String) {
        let bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
        guard (1...Self.maxBytes).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Creates a new password for an address.
    ///
    /// - Throws: ``StaffError`` with code `weakPassword` if it is too short or too long, has fewer than 4 different
    ///   characters, or is the address.
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

    /// The sizes of the salt and the key, in bytes.
    private static let (saltBytes, keyBytes) = (16, 32)

    /// Hashes a password with a new salt. Takes as long as the cost requires.
    ///
    /// - Parameter random: Returns 64 random bits per call.
    public init(_ password: StaffPassword, cost: ScryptCost, random: () -> UInt64) throws {
        let salt = RandomBytes.make(Self.saltBytes, from: random)
        self.cost = cost
        self.salt = Data(salt)
        key = Data(try cost.key(of: password.bytes, salt: salt, bytes: Self.keyBytes))
    }

    /// Returns whether this is the hash of a password. A wrong password takes as long as the right one.
    public func matches(_ password: StaffPassword) throws -> Bool {
        ConstantTime.areEqual(try cost.key(of: password.bytes, salt: Array(salt), bytes: key.count), key)
    }
}

/// The work and memory needed to check one password: scrypt's parameters.
///
/// Source: RFC 7914 §2.
public struct ScryptCost: Hashable, Sendable, Codable {
    /// N, a power of two: the number of blocks in memory.
    public let rounds: Int
    /// r: a block has 128 × r bytes.
    public let blockSize: Int
    /// p: the number of times that the whole computation is done.
    public let parallelism: Int

    /// A cost of 32 MiB and about 80 ms: N = 2^15, r = 8, p = 1.
    ///
    /// Two checks run at a time, so a server needs 64 MiB.
    ///
    /// Source: OWASP, "Password Storage Cheat Sheet", which recommends N = 2^17 with 128 MiB first, and lists less
    /// memory with more work.
    public static let standard = ScryptCost(rounds: 1 << 15, blockSize: 8, parallelism: 1)

    /// Creates a cost. Use ``standard``, except in tests that check many passwords.
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
