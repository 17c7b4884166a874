public import TimeKit

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
