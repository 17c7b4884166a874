/// The role of a staff member or an API key, which determines what it permits.
public enum StaffRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// Permits everything.
    case owner
    /// Permits seeing gifts and money, refunding gifts and changing funds.
    case treasurer
    /// Permits seeing tags and seats, but no gifts or donors. On the pages, also permits redirecting and withdrawing
    /// managed tags.
    case tags
    /// Permits seeing everything, but changing nothing.
    case readOnly = "read-only"

    /// Whether the role has this permission.
    public func permits(_ permission: StaffPermission) -> Bool {
        switch self {
        case .owner: true
        case .treasurer: [.seeMoney, .change].contains(permission)
        case .tags: [.seeTags, .changeTags].contains(permission)
        case .readOnly: [.seeMoney, .seeTags].contains(permission)
        }
    }
}

/// A permission that a page or an API route requires.
public enum StaffPermission: Hashable, Sendable, CaseIterable {
    /// To see gifts, donors, funds and payouts.
    case seeMoney
    /// To refund gifts and change funds. Over the API, to make any change that no other permission covers.
    case change
    /// To add and change organizations: their names and amounts, the platform's fee, and whether they take gifts. Over
    /// the API, also to change tags.
    case changeOrganizations
    /// To see tags, seats and their taps.
    case seeTags
    /// To redirect managed tags on the pages, or withdraw them permanently.
    case changeTags
}
