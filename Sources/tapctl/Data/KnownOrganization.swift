import DatabaseKit
import Giving

extension Transaction {
    /// The organization of an id, in any case, or of exactly this alias.
    ///
    /// - Throws: exit 66.
    func knownOrganization(_ name: String) throws -> Organization {
        guard let found = try organization(name) ?? organization(alias: name) else {
            throw GivingError(.unknownOrganization, String(name.prefix(64)))
        }
        return found
    }
}

extension Transaction {
    /// The organization where there is one alone; nil where there are none or several.
    func onlyOrganization() throws -> Organization? {
        let found = try organizations(behind: nil, limit: 2)
        return found.count == 1 ? found.first : nil
    }

    /// All organizations, read page by page.
    func allOrganizations() throws -> [Organization] {
        var all: [Organization] = []
        while case let page = try organizations(behind: all.last?.id, limit: 200), !page.isEmpty {
            all += page
        }
        return all
    }
}
