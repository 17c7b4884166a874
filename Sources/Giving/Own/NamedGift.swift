/// A gift in a donor's list, with the names of the organization and the fund.
public struct NamedGift: Hashable, Sendable {
    /// The gift that the list shows.
    public let gift: Gift
    /// The organization that receives the gift.
    public let organization: Organization
    /// The fund's name at the time of the gift.
    public let fundName: String
}

/// A monthly gift in a donor's list, with the names of the organization and the fund.
public struct NamedMonthlyGift: Hashable, Sendable {
    /// The monthly gift that the list shows.
    public let recurring: RecurringGift
    /// The organization that receives the monthly gift.
    public let organization: Organization
    /// The name of the fund that receives the next charge.
    public let fundName: String
}
