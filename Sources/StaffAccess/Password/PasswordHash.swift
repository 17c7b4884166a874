import DigestKit
import Foundation
import TokenKit

/// What is kept of a password: enough to know it again, and as dear to guess as its cost says.
public struct PasswordHash: Hashable, Sendable, Codable {
    /// What a guess costs; kept with the hash, so that a later version may raise it.
    public let cost: ScryptCost
    private let salt: Data
    private let key: Data

    /// Octets of salt and of key.
    private static let (saltBytes, keyBytes) = (16, 32)

    /// The hash of a password under a salt of its own; it takes as long as the cost says.
    ///
    /// - Parameter random: 64 random bits a call.
    public init(_ password: StaffPassword, cost: ScryptCost, random: () -> UInt64) throws {
        let salt = RandomOctets.make(Self.saltBytes, from: random)
        self.cost = cost
        self.salt = Data(salt)
        key = Data(try cost.key(of: password.octets, salt: salt, bytes: Self.keyBytes))
    }

    /// Whether it is the hash of this password; right or wrong takes the same time.
    public func matches(_ password: StaffPassword) throws -> Bool {
        ConstantTime.areEqual(try cost.key(of: password.octets, salt: Array(salt), bytes: key.count), key)
    }
}
