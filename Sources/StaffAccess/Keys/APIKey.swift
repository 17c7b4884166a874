public import TimeKit
import TokenKit

/// What a program shows to speak for some organizations; of its secret only the hash is kept.
public struct APIKey: Hashable, Sendable, Codable, Identifiable {
    /// The hash of its secret.
    public let id: String
    /// What people call it: 1...64 letters, digits, `.`, `_`, `-`; no two have the same.
    public let name: String
    /// What it may do, as somebody of this role may.
    public let role: StaffRole
    /// The organizations' ids, as the directory spells them; never empty.
    public internal(set) var organizations: [String]
    /// Since when.
    public let created: Timestamp
    /// The beginning of the last day (UTC) on which it was shown; nil where it never was.
    public internal(set) var lastUsed: Timestamp?

    /// The most keys that there can be.
    public static let most = 1_000
    /// The most letters of a name.
    static let longestName = 64

    /// Whether a key can be called so.
    static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

/// The secret of a key: 256 random bits, after a prefix that identifies it to anyone who finds it.
///
/// Guessing it is infeasible, so a plain hash is enough, and a lookup by hash reveals nothing.
public struct APIKeySecret: Hashable, Sendable {
    /// `tapk_test_` and 43 letters of base64url.
    public let text: String

    /// The common prefix of all secrets; no key moves real money in this version.
    public static let mark = "tapk_test_"

    /// Parses the secret of a request; nil if it is malformed.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.mark), SessionToken(String(text.dropFirst(Self.mark.count))) != nil else {
            return nil
        }
        self.text = text
    }

    /// A new one out of 64 random bits a call.
    init(random: () -> UInt64) { text = Self.mark + SessionToken(random: random).text }

    /// The hash under which its key is stored: SHA-256, in hex.
    var hash: String { TextHash.of(text) }
}
