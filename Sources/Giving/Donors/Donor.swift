public import TimeKit

/// Who gives, known by an e-mail address within one organization's reach.
public struct Donor: Hashable, Sendable, Codable, Identifiable {
    /// `donor_…`
    public var id: String
    /// In any script.
    public var name: String
    /// As it was typed first; compared in lower case.
    public var email: String
    /// In any form.
    public var phone: String?
    /// When they gave first.
    public var created: Timestamp
}
