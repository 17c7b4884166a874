import DigestKit
import Foundation
import TokenKit

/// A password in a normalized form. The same characters therefore always have the same bytes, regardless of
/// the keyboard.
public struct StaffPassword: Sendable {
    /// The UTF-8 bytes of the password in Unicode Normalization Form C.
    let bytes: [UInt8]

    /// The minimum number of characters of a new password. Particular kinds of characters are not required,
    /// because such rules lead to worse passwords.
    ///
    /// Source: NIST SP 800-63B-4 §3.1.1.2 (requires a minimum length, and forbids composition rules).
    public static let leastLetters = 12
    /// The maximum length in bytes. A longer password is refused without computing its hash.
    public static let maxBytes = 1_024

    /// Creates a password from the text entered at sign-in.
    ///
    /// - Returns: Nil if the text is empty or longer than ``maxBytes``.
    public init?(typed text: String) {
        let bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
        guard (1...Self.maxBytes).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Creates a password from the text that a member has chosen.
    ///
    /// - Parameters:
    ///   - text: The password as typed.
    ///   - address: The member's address.
    ///   - names: The ids and names of the member's organizations. The password must not contain words from
    ///     these ids and names.
    /// - Throws: ``StaffError`` with code `weakPassword` if the password is too short or too long, has fewer
    ///   than 4 different characters, is common, or contains one of the ``KnownWords``.
    public init(
        chosen text: String, for address: StaffAddress, avoiding names: [String] = []
    ) throws(StaffError) {
        guard text.count >= Self.leastLetters else {
            throw StaffError(.weakPassword, "the password has fewer than \(Self.leastLetters) characters")
        }
        guard let password = StaffPassword(typed: text) else {
            throw StaffError(
                .weakPassword, "the password is longer than \(Self.maxBytes) bytes",
                remedy: "use a shorter password")
        }
        if let word = KnownWords(of: address, names: names).first(in: text) {
            throw StaffError(.weakPassword, "the password contains “\(word)”, which others know or can guess")
        }
        guard Set(text).count >= 4, !CommonPasswords.contains(text) else {
            throw StaffError(.weakPassword, "the password is too easy to guess")
        }
        self = password
    }
}

/// The stored hash of a password, with the algorithm and the cost of checking a password against it.
public struct PasswordHash: Hashable, Sendable, Codable {
    /// The algorithms. The raw values are stored.
    private enum Algorithm: String, Codable { case scrypt }

    /// The algorithm, stored so that a later version can replace it; nil in hashes from older versions, which
    /// used only scrypt.
    private let algorithm: Algorithm?
    /// The cost of checking a password. It is stored with the hash, so that a later version can raise it.
    public let cost: ScryptCost
    private let salt: Data
    private let key: Data

    /// The sizes of the salt and the key, in bytes.
    private static let (saltBytes, keyBytes) = (16, 32)

    /// Creates the hash of a password with a new salt.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - cost: The cost of checking the password. A higher cost takes longer.
    ///   - random: Returns 64 random bits per call.
    public init(_ password: StaffPassword, cost: ScryptCost, random: () -> UInt64) throws {
        let salt = RandomBytes.make(Self.saltBytes, from: random)
        algorithm = .scrypt
        self.cost = cost
        self.salt = Data(salt)
        key = Data(try cost.key(of: password.bytes, salt: salt, bytes: Self.keyBytes))
    }

    /// Returns whether this hash belongs to a password. The call takes the same time for a wrong password as
    /// for the right one.
    public func matches(_ password: StaffPassword) throws -> Bool {
        ConstantTime.areEqual(try cost.key(of: password.bytes, salt: Array(salt), bytes: key.count), key)
    }
}

/// The work and memory needed to check one password, as the parameters of scrypt.
///
/// Source: RFC 7914 §2.
public struct ScryptCost: Hashable, Sendable, Codable {
    /// The parameter N, a power of two: the number of blocks in memory.
    public let rounds: Int
    /// The parameter r: each block has 128 × r bytes.
    public let blockSize: Int
    /// The parameter p: the number of times that the whole computation is repeated.
    public let parallelism: Int

    /// A cost of 32 MiB and about 240 ms: N = 2^15, r = 8, p = 3.
    ///
    /// At most two checks run at the same time, so a server needs 64 MiB for them.
    ///
    /// Source: OWASP, "Password Storage Cheat Sheet". Its first recommendation is N = 2^17, r = 8, p = 1,
    /// which needs 128 MiB. This cost is another of its recommendations, and needs a quarter of the memory.
    public static let standard = ScryptCost(rounds: 1 << 15, blockSize: 8, parallelism: 3)

    /// The total number of blocks that are computed for one check.
    private var work: Int { rounds * blockSize * parallelism }

    /// Returns whether a check with this cost requires less computation than a check with another cost.
    func isBelow(_ other: ScryptCost) -> Bool { work < other.work }

    /// Returns the cost of a second check after a cheaper first check. Together, the two checks take as much
    /// time as one check with this cost. Returns nil if the first check was not cheaper.
    ///
    /// - Parameter done: The cost of the first check; nil if there was none.
    func rest(after done: ScryptCost?) -> ScryptCost? {
        guard let done else { return self }
        let passes = (work - done.work) / (rounds * blockSize)
        return passes > 0 ? ScryptCost(rounds: rounds, blockSize: blockSize, parallelism: passes) : nil
    }

    /// Creates a cost. Use ``standard``, except in tests that check many passwords.
    public init(rounds: Int, blockSize: Int, parallelism: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// Derives a key of `bytes` bytes from a password and a salt.
    ///
    /// - Throws: `ScryptError`.
    func key(of password: [UInt8], salt: [UInt8], bytes: Int) throws -> [UInt8] {
        try Scrypt.key(
            password: password, salt: salt, rounds: rounds, blockSize: blockSize, parallelism: parallelism,
            byteCount: bytes)
    }
}

extension PasswordHash {
    /// Returns an authentication code for a string: the first 128 bits of HMAC-SHA-256 with this hash as the
    /// key. Only a server that knows the hash can compute the code.
    func code(for text: String) -> SecretToken<LetterToken128> {
        SecretToken(coding: HMACSHA256.code(for: text.utf8, key: key + salt))
    }
}
