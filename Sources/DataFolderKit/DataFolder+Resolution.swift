import Giving
package import InvocationRouter
import TagRegistry

extension DataFolder {
    /// Checks that a URL leads to an organization and fund that can take a gift.
    ///
    /// - Throws: `InvocationError` or `ResolutionError` if it does not.
    package func refuseUnresolved(_ url: String, hosts: HostList) async throws {
        let route = try Route.parse(url, profile: .tap, hosts: hosts)
        _ = try await route.resolved(in: GivingDirectory(file), tags: RegistryDirectory(file), hosts: hosts)
    }
}
