package import DatabaseKit
package import InvocationRouter
package import TagRegistry
package import TimeKit

extension Transaction {
    /// Withdraws a lost tag's id, and opens its seat for another tag with a newly drawn id.
    ///
    /// - Parameters:
    ///   - random: A source of 64 random bits per call.
    ///   - hosts: Our hosts; the first one is in the URL of the other tag.
    /// - Returns: The other tag.
    /// - Throws: ``RegistryError`` with code `unknownDestination`, or `revoked`.
    package func replaceLost(
        _ lost: String, drawing random: () -> UInt64, hosts: HostList, at now: Timestamp
    ) throws -> ManagedDestination {
        let id = TagIdentifier.make(random: random())
        return try replaceLost(lost, by: id, url: Route.managedTag(id: id).url(hosts: hosts), at: now)
    }
}
