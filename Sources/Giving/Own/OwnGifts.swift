/// What a donor sees first of their own.
public struct OwnGifts: Hashable, Sendable {
    /// Who gave.
    public let donor: Donor
    /// Monthly gifts: those that run first, then newest first.
    public let monthly: [NamedMonthlyGift]
    /// One page of gifts, newest first.
    public let gifts: [NamedGift]
    /// Behind which gift the next page begins; nil where there is none.
    public let next: String?

    /// How many gifts a page has.
    public static let page = 20
    /// How many monthly gifts are shown at most.
    public static let mostMonthly = 40
}

/// The years for which a donor can have a statement of an organization.
public struct OwnStatements: Hashable, Sendable {
    /// Who was given to.
    public let organization: Organization
    /// By the organization's clock, the latest first.
    public let years: [Int]
}
