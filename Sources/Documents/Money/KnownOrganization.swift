package import DatabaseKit
import FailureKit
package import Giving

extension Transaction {
    /// Returns the organization with this id or alias. The case of letters is ignored in ids, but not in
    /// aliases.
    ///
    /// - Throws: `GivingError` with code `unknownOrganization` (exit code 66).
    package func knownOrganization(_ name: String) throws -> Organization {
        guard let found = try organization(name) ?? organization(alias: name) else {
            throw GivingError(.unknownOrganization, String(name.prefix(64)))
        }
        return found
    }
}

extension Transaction {
    /// Returns the organization if there is exactly one; otherwise nil.
    package func onlyOrganization() throws -> Organization? {
        let found = try organizations(after: nil, limit: 2)
        return found.count == 1 ? found.first : nil
    }

    /// Returns all organizations, which are read page by page.
    package func allOrganizations() throws -> [Organization] {
        var all: [Organization] = []
        while case let page = try organizations(after: all.last?.id, limit: 200), !page.isEmpty {
            all += page
        }
        return all
    }
}

extension Transaction {
    /// Returns the account that receives an organization's money, and the organization's name.
    ///
    /// - Throws: An error with exit code 66 if the organization is unknown, or 77 if the organization has no
    ///   account.
    package func contractAccount(of typed: String) throws -> (payee: String, name: String) {
        let organization = try knownOrganization(typed)
        guard let account = organization.account else {
            throw CommandError(
                .refused, code: "organizationNotPayable", "\(organization.id) cannot be paid yet",
                reason: "the organization has no account at the payment processor",
                remedy: "use `tapctl org onboard \(organization.id)` to create the account")
        }
        return (account, organization.displayName)
    }
}
