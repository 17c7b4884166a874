package import DatabaseKit
import FailureKit
package import Giving

extension Transaction {
    /// The organization of an id, in any case, or of exactly this alias.
    ///
    /// - Throws: exit 66.
    package func knownOrganization(_ name: String) throws -> Organization {
        guard let found = try organization(name) ?? organization(alias: name) else {
            throw GivingError(.unknownOrganization, String(name.prefix(64)))
        }
        return found
    }
}

extension Transaction {
    /// The organization where there is one alone; nil where there are none or several.
    package func onlyOrganization() throws -> Organization? {
        let found = try organizations(behind: nil, limit: 2)
        return found.count == 1 ? found.first : nil
    }

    /// All organizations, read page by page.
    package func allOrganizations() throws -> [Organization] {
        var all: [Organization] = []
        while case let page = try organizations(behind: all.last?.id, limit: 200), !page.isEmpty {
            all += page
        }
        return all
    }
}

extension Transaction {
    /// The account that gets an organization's money, and the organization's name.
    ///
    /// - Throws: exit 66; 77 where it has no account.
    package func contractAccount(of typed: String) throws -> (payee: String, name: String) {
        let organization = try knownOrganization(typed)
        guard let account = organization.account else {
            throw CommandError(
                .refused, code: "organizationNotPayable", "\(organization.id) cannot be paid yet",
                reason: "it has no account at the payment processor",
                remedy: "`tapctl org onboard \(organization.id)` makes one")
        }
        return (account, organization.displayName)
    }
}
