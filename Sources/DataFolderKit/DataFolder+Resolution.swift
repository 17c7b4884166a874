import Giving
package import InvocationRouter
import TagRegistry

extension DataFolder {
    /// Asks the directory where a URL leads.
    ///
    /// - Throws: `InvocationError` or `ResolutionError` where no gift can go there.
    package func refuseUnresolved(_ url: String, hosts: HostList) async throws {
        let route = try Route.parse(url, profile: .tap, hosts: hosts)
        _ = try await route.resolved(in: GivingDirectory(file), tags: RegistryDirectory(file), hosts: hosts)
    }
}
