package import DatabaseKit
import Documents
import Giving
package import InvocationRouter
package import TagRegistry
package import TimeKit

extension DataFolder {
    /// Returns the organizations with the given names, so that a batch can be checked. `reaches` returns
    /// whether the caller can access the organization with a given id. Organizations that the caller cannot
    /// access are treated as unknown.
    package func batchDirectory(
        of names: Set<String>, among reaches: @Sendable (String) -> Bool = { _ in true }
    ) async throws -> BatchDirectory {
        let directory = GivingDirectory(database)
        var found: [String: DirectoryOrganization] = [:]
        for name in names {
            guard let known = try await directory.organization(named: name), reaches(known.id) else {
                continue
            }
            found[name] = known
        }
        let isEmpty = try await read { try $0.organizations(after: nil, limit: 1).isEmpty }
        return BatchDirectory(found, isEmpty: isEmpty)
    }
}

extension DataFolder {
    /// Returns the organizations that are needed to evaluate an audit: those that the URLs of the seats refer
    /// to.
    package func auditDirectory() async throws -> BatchDirectory {
        let names = try await read { transaction in
            Set(try transaction.auditRows(AuditScope()).compactMap(\.org))
        }
        return try await batchDirectory(of: names)
    }
}

extension DataFolder {
    /// Checks that a giving URL or the URL of a tag resolves to an organization and fund that accept gifts.
    ///
    /// - Throws: `InvocationError` if the URL is invalid, or `ResolutionError` if it does not resolve.
    package func refuseUnresolved(_ url: String, hosts: HostList) async throws {
        let route = try Route.parse(url, profile: .tap, hosts: hosts)
        _ = try await route.resolved(
            in: GivingDirectory(database), tags: RegistryDirectory(database), hosts: hosts)
    }
}

extension Transaction {
    /// Revokes the id of a lost tag, and reopens its seat for a new tag with a new random id.
    ///
    /// - Parameters:
    ///   - lost: The id of the lost tag.
    ///   - random: A source of random numbers. Each call returns 64 random bits.
    ///   - hosts: The hosts of giving URLs. The new tag's URL uses the first host.
    ///   - now: The current time.
    /// - Returns: The new tag.
    /// - Throws: ``RegistryError`` with code `unknownDestination` or `revoked`.
    package func replaceLost(
        _ lost: String, drawing random: () -> UInt64, hosts: HostList, at now: Timestamp
    ) throws -> ManagedDestination {
        let id = TagIdentifier.make(random: random())
        return try replaceLost(lost, by: id, url: Route.managedTag(id: id).url(hosts: hosts), at: now)
    }
}
