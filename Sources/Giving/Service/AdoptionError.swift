/// Why a charge cannot be adopted as a gift.
public enum AdoptionError: Error, Hashable, Sendable {
    /// Its organization is not known: the metadata name none, and no organization has its account.
    case organizationNeeded(account: String?)
    /// The organization is not in the books.
    case unknownOrganization(String)
    /// The charge went to another account than the organization's.
    case wrongAccount(organization: String, account: String?)
    /// Its fund is not known.
    case fundNeeded(organization: String)
    /// The organization has no such fund.
    case unknownFund(String, organization: String)
    /// Its donor is not known: the processor has no customer with a name and an address.
    case donorNeeded
    /// It is no gift: the metadata name another product.
    case otherProduct(String)
}
