/// The reason why a charge cannot be adopted as a gift.
public enum AdoptionError: Error, Hashable, Sendable {
    /// The organization is unknown: the metadata does not name one, and no organization uses the charge's account.
    case organizationNeeded(account: String?)
    /// The organization does not exist in the books.
    case unknownOrganization(String)
    /// The charge went to a different account than the organization's.
    case wrongAccount(organization: String, account: String?)
    /// The fund is unknown.
    case fundNeeded(organization: String)
    /// The organization has no such fund.
    case unknownFund(String, organization: String)
    /// The donor is unknown: the processor has no customer with a name and an e-mail address.
    case donorNeeded
    /// The charge is not a gift: its metadata names another product.
    case otherProduct(String)
}
