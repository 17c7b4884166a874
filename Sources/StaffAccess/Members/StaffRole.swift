/// The role of a staff member or an API key, which determines the permissions.
public enum StaffRole: String, Sendable, Codable, CaseIterable {
    /// Has all permissions.
    case owner
    /// Can view gifts and money, refund gifts, change funds and donors' notes, resend receipts, and run
    /// payouts.
    case treasurer
    /// Can view tags and seats, but not gifts or donors. On the staff pages, can also redirect and withdraw managed
    /// tags.
    case tags
    /// Can view gifts, donors, funds, payouts, tags and seats, but cannot change anything.
    case readOnly = "read-only"

    /// Returns whether the role includes a permission.
    public func permits(_ permission: StaffPermission) -> Bool {
        switch self {
        case .owner: true
        case .treasurer: [.seeMoney, .change].contains(permission)
        case .tags: [.seeTags, .changeTags].contains(permission)
        case .readOnly: [.seeMoney, .seeTags].contains(permission)
        }
    }

    /// Whether the role can make changes that affect money, such as refunding a gift. If so, members with
    /// this role need a second factor when other machines can reach the server.
    public var changesMoney: Bool { permits(.change) }
}

/// A permission that a page or an API route requires.
public enum StaffPermission: Hashable, Sendable, CaseIterable {
    /// Permission to see gifts, donors, funds and payouts.
    case seeMoney
    /// Permission to refund gifts, resend receipts, run payouts, and change funds and donors' notes. Over the
    /// API, it covers all changes for which there is no separate permission.
    case change
    /// Permission to add organizations, and to change their settings, such as their names and the platform's
    /// fee. Over the API, it also covers changes to tags.
    case changeOrganizations
    /// Permission to see tags, seats and their taps.
    case seeTags
    /// Permission to see the audit log.
    case seeAuditLog
    /// Permission to view, invite and remove the people who manage an organization.
    case changeStaff
    /// Permission to redirect managed tags, or to withdraw them permanently, on the staff pages.
    case changeTags
}
