import Foundation
public import TimeKit
import TokenKit

/// A person who may sign in, for one or more organizations.
public struct StaffMember: Hashable, Sendable, Codable, Identifiable {
    /// `staff_` and 26 hex digits.
    public let id: String
    /// The e-mail address, in lower case.
    public let email: String
    /// The role, the same for all of the member's organizations.
    public let role: StaffRole
    /// The organizations' ids, spelled as in the directory; never empty.
    public let organizations: [String]
    /// The time at which the member was added.
    public let created: Timestamp
    let password: PasswordHash

    /// Whether the member belongs to an organization. Ids are compared case-insensitively.
    public func belongs(to organization: String) -> Bool {
        organizations.contains { $0.lowercased() == organization.lowercased() }
    }

    /// The maximum number of organizations of a member or an API key.
    public static let mostOrganizations = 50
}

/// The e-mail address with which a member signs in; compared in lower case.
public struct StaffAddress: Hashable, Sendable {
    /// The address, in lower case and Unicode NFC.
    public let text: String

    /// The maximum length in bytes (RFC 5321 §4.5.3.1.3).
    static let maxBytes = 254

    /// Parses a typed address; nil if it is empty or too long.
    public init?(_ typed: String) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            .precomposedStringWithCanonicalMapping
        guard (1...Self.maxBytes).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// The key for counting wrong passwords. It does not reveal whether the address is known.
    var countKey: String { TextHash.of(text) }
}
