/// The gifts that a donor sees after signing in: the monthly gifts and a page of all gifts.
public struct OwnGifts: Hashable, Sendable {
    /// The donor who is signed in.
    public let donor: Donor
    /// The donor's monthly gifts. Gifts that have not ended come before gifts that have ended. Within each
    /// group, the newest gifts come first.
    public let monthly: [NamedMonthlyGift]
    /// A page of the donor's gifts, newest first.
    public let gifts: [NamedGift]
    /// The id of the gift after which the next page starts, or nil on the last page.
    public let next: String?

    /// The maximum number of gifts on a page.
    public static let page = 20
    /// The maximum number of monthly gifts shown.
    public static let mostMonthly = 40
}

/// The years for which a donor can get a statement from an organization.
public struct OwnStatements: Hashable, Sendable {
    /// The organization that received the gifts.
    public let organization: Organization
    /// The years of the donor's statements from this organization, latest first.
    public let years: [Int]
}
