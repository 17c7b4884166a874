import Foundation
public import TimeKit
import TokenKit

/// Somebody who may sign in, for some organizations.
public struct StaffMember: Hashable, Sendable, Codable, Identifiable {
    /// `staff_` and 26 hex digits.
    public let id: String
    /// In lower case.
    public let email: String
    /// The same for all of their organizations.
    public let role: StaffRole
    /// The organizations' ids, as the directory spells them; never empty.
    public let organizations: [String]
    /// Since when.
    public let created: Timestamp
    let password: PasswordHash

    /// Whether an organization is one of theirs; compared without ASCII case, as ids are.
    public func belongs(to organization: String) -> Bool {
        organizations.contains { $0.lowercased() == organization.lowercased() }
    }

    /// The most organizations of one person.
    public static let mostOrganizations = 50
}

/// The e-mail address with which a member signs in; compared in lower case.
public struct StaffAddress: Hashable, Sendable {
    /// In lower case and Unicode NFC.
    public let text: String

    /// The most octets of an address (RFC 5321 §4.5.3.1.3).
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
