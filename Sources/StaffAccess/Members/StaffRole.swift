/// What somebody is to an organization.
public enum StaffRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// Sees and does everything.
    case owner
    /// Gifts and money; refunds gifts.
    case treasurer
    /// Tags and seats, and nothing of gifts or givers; leads managed tags elsewhere in the pages.
    case tags
    /// Sees everything, and changes nothing.
    case readOnly = "read-only"

    /// Whether the role may do this.
    public func permits(_ permission: StaffPermission) -> Bool {
        switch self {
        case .owner: true
        case .treasurer: [.seeMoney, .change].contains(permission)
        case .tags: [.seeTags, .changeTags].contains(permission)
        case .readOnly: [.seeMoney, .seeTags].contains(permission)
        }
    }
}

/// What a page or a route of the API needs.
public enum StaffPermission: Hashable, Sendable, CaseIterable {
    /// Gifts, givers, funds, payouts.
    case seeMoney
    /// Money goes back; over the API also what else is changed.
    case change
    /// Organizations come and change: their names and amounts, what the platform keeps, whether they take gifts.
    case changeOrganizations
    /// Tags, seats and their taps.
    case seeTags
    /// Where managed tags lead, and that they lead nowhere any more.
    case changeTags
}
