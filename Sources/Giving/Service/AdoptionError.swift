public import FailureKit

/// The reason why a charge at the processor cannot be recorded as a gift.
public enum AdoptionError: Failure, Hashable, Sendable {
    /// The organization is unknown: neither the charge's metadata nor its account identifies an organization.
    case organizationNeeded(account: String?)
    /// The organization does not exist in the books.
    case unknownOrganization(String)
    /// The charge did not go to the organization's account.
    case wrongAccount(organization: String, account: String?)
    /// The fund is unknown, because the charge's metadata does not name a fund.
    case fundNeeded(organization: String)
    /// The organization has no fund with this id.
    case unknownFund(String, organization: String)
    /// The donor is unknown, because the processor has no customer with a name and an e-mail address for this
    /// charge.
    case donorNeeded
    /// The charge is not for a gift: its metadata names another product.
    case otherProduct(String)
}

extension AdoptionError {
    /// The stable error code.
    public var failureCode: String {
        switch self {
        case .organizationNeeded: "organizationNeeded"
        case .unknownOrganization: "unknownOrganization"
        case .wrongAccount: "wrongAccount"
        case .fundNeeded: "fundNeeded"
        case .unknownFund: "unknownFund"
        case .donorNeeded: "donorNeeded"
        case .otherProduct: "otherProduct"
        }
    }

    /// The kind of failure.
    public var category: FailureCategory {
        switch self {
        case .unknownOrganization, .unknownFund: .notFound
        case .organizationNeeded, .wrongAccount, .fundNeeded, .donorNeeded, .otherProduct: .refused
        }
    }

    /// A clause that describes what happened, without a period.
    public var summary: String {
        switch self {
        case .organizationNeeded: "the charge's organization is unknown"
        case .unknownOrganization(let name): "the books do not contain the organization \(name)"
        case .wrongAccount(let organization, _): "the charge did not go to \(organization)"
        case .fundNeeded: "the charge's fund is unknown"
        case .unknownFund(let fund, let organization): "\(organization) has no fund \(fund)"
        case .donorNeeded: "the charge's donor is unknown"
        case .otherProduct: "the charge is not a gift"
        }
    }

    /// A clause that explains the cause. Empty if the summary is sufficient.
    public var reason: String {
        switch self {
        case .organizationNeeded(let account):
            account.map { "no organization uses the connected account \($0)" }
                ?? "the charge has no connected account"
        case .wrongAccount(_, let account):
            account.map { "the charge went to the account \($0)" } ?? "the charge has no connected account"
        case .fundNeeded: "the charge's metadata does not contain a fund"
        case .donorNeeded:
            "the processor has no customer for the charge, or the customer has no name or e-mail address"
        case .otherProduct(let kind):
            "the charge's metadata contains the payment kind \(kind)"
        case .unknownOrganization, .unknownFund: ""
        }
    }
}
