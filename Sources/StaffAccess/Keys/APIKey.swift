public import TimeKit

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
            && text.utf8.allSatisfy { octet in
                switch octet {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
