public import TimeKit
import TextKit
import TokenKit

/// A key that gives a program access to one or more organizations over the API. Only the hash of its secret
/// is stored.
public struct APIKey: Hashable, Sendable, Codable {
    /// The hash of the key's secret.
    public let id: String
    /// The unique name: 1...64 characters, each a letter, a digit, `.`, `_` or `-`.
    public let name: String
    /// The role, which determines the key's permissions.
    public let role: StaffRole
    /// The organizations' ids, spelled as in the directory; never empty.
    public internal(set) var organizations: [String]
    /// The time at which the key was created.
    public let created: Timestamp
    /// The start of the last day (UTC) on which the key was used; nil if it was never used.
    public internal(set) var lastUsed: Timestamp?
    /// The time at which a backup with this key was restored. Nil if no such backup was restored, or if the
    /// key has been confirmed since then. Requests with an unconfirmed key are refused.
    public internal(set) var unconfirmedSince: Timestamp?

    /// The fields of the stored document. ``unconfirmedSince`` has a separate column.
    private enum CodingKeys: String, CodingKey {
        case id, name, role, organizations, created, lastUsed
    }

    /// The public id of the key, which may be shown, for example in the audit log: `key_` and the first 16
    /// hex digits of ``id``.
    public var publicID: String { "key_" + id.prefix(16) }

    /// Returns whether the key can access an organization. Ids are compared case-insensitively.
    public func belongs(to organization: String) -> Bool {
        organizations.contains { $0.lowercased() == organization.lowercased() }
    }

    /// The maximum number of keys.
    public static let most = 1_000
    /// The maximum length of a name, in characters.
    static let longestName = 64

    /// Returns whether a string is a valid ``name``.
    static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-":
                    true
                default: false
                }
            }
    }
}

/// The secret of a key: a prefix and 256 random bits. The prefix makes a leaked secret recognizable.
///
/// Guessing the secret is infeasible, so a plain hash is sufficient. The time that a lookup by hash takes
/// does not reveal the secret.
public struct APIKeySecret: Hashable, Sendable {
    /// The secret as text: `tapk_test_` and 43 characters of base64url.
    public let text: String

    /// The prefix of all secrets. It contains `test`, because no key moves real money in this version.
    public static let mark = "tapk_test_"

    /// Parses the secret in a request. Returns nil if it is malformed.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.mark), SessionToken(String(text.dropFirst(Self.mark.count))) != nil else {
            return nil
        }
        self.text = text
    }

    /// Creates a new secret.
    ///
    /// - Parameter random: Returns 64 unpredictable random bits per call.
    init(random: () -> UInt64) { text = Self.mark + SessionToken(random: random).text }

    /// The hash under which the key is stored: SHA-256, in hex.
    var hash: String { TextHash.of(text) }
}
