/// A gift as its donor sees it in a list: with the names of what it was given to.
public struct NamedGift: Hashable, Sendable {
    /// The gift.
    public let gift: Gift
    /// Who got it.
    public let organization: Organization
    /// The name of what it is for.
    public let fundName: String
}

/// A monthly gift as its donor sees it in a list.
public struct NamedMonthlyGift: Hashable, Sendable {
    /// The monthly gift.
    public let recurring: RecurringGift
    /// Who gets it.
    public let organization: Organization
    /// The name of what the next period counts for.
    public let fundName: String
}
