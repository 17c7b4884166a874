public import TimeKit

/// Who gives, known by an e-mail address alone. What they are called stands with each gift: ``Giver``.
public struct Donor: Hashable, Sendable, Codable, Identifiable {
    /// `donor_…`
    public var id: String
    /// As it was typed first; compared in lower case.
    public var email: String
    /// When they gave first.
    public var created: Timestamp

    /// A donor of an address that can be written to.
    public init(id: String, email: String, created: Timestamp) {
        (self.id, self.email, self.created) = (id, email, created)
    }
}
