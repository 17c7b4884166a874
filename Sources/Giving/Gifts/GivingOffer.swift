public import InvocationRouter

/// What an organization's page offers: whom a gift is for, what it may be for, and what the first amount comes to.
public struct GivingOffer: Hashable, Sendable {
    /// Who gets it.
    public let organization: Organization
    /// The funds that take gifts; more than one is a choice.
    public let funds: [DirectoryFund]
    /// The amount that is offered first, with the fee covered; nil where nothing can be given.
    public let covered: GivingReview?
}
