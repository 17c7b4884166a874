import Foundation
public import TimeKit
import TokenKit

/// A person who can sign in and manage one or more organizations.
public struct StaffMember: Hashable, Sendable, Codable {
    /// The member's id: `staff_` and 26 hex digits.
    public let id: String
    /// The e-mail address, in lower case.
    public let email: String
    /// The member's role. It is the same for all of the member's organizations.
    public let role: StaffRole
    /// The ids of the member's organizations, spelled as in the directory; never empty.
    public internal(set) var organizations: [String]
    /// The time at which the member was added.
    public let created: Timestamp
    /// The time at which a backup with this member was restored. Nil if no such backup was restored, or if
    /// the member has been confirmed since then. An unconfirmed member cannot sign in.
    public internal(set) var unconfirmedSince: Timestamp?
    var password: PasswordHash

    /// The fields of the stored document. ``unconfirmedSince`` has a separate column.
    private enum CodingKeys: String, CodingKey {
        case id, email, role, organizations, created, password
    }

    /// Returns whether the member belongs to an organization. Ids are compared case-insensitively.
    public func belongs(to organization: String) -> Bool {
        organizations.contains { $0.lowercased() == organization.lowercased() }
    }

    /// The maximum number of organizations per member or API key.
    public static let mostOrganizations = 50
}

/// The e-mail address that a member uses to sign in. Addresses are compared in lower case.
public struct StaffAddress: Hashable, Sendable {
    /// The address, in lower case and in Unicode Normalization Form C.
    public let text: String

    /// The maximum length in bytes (RFC 5321 §4.5.3.1.3).
    static let maxBytes = 254

    /// Parses an address as typed. Returns nil if it is empty or too long.
    public init?(_ typed: String) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            .precomposedStringWithCanonicalMapping
        guard (1...Self.maxBytes).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// Parses an address as typed.
    ///
    /// - Throws: ``StaffError`` with code `invalidAddress` if it is empty or too long.
    public init(checking typed: String) throws(StaffError) {
        guard let address = StaffAddress(typed) else { throw StaffError(.invalidAddress) }
        self = address
    }

    /// The key under which failed sign-ins with this address are counted. It does not reveal whether a member
    /// has this address.
    var countKey: String { TextHash.of(text) }
}
