package import Documents
package import Giving
package import InvocationRouter
import TagRegistry
package import TagSecurity

extension Invoked {
    /// Parses, routes and resolves a URL with the organizations in a data folder, and stores the tap in the
    /// folder. If keys are given, verifies the tap with them. Without a data folder, nothing is resolved or
    /// stored.
    package init(
        _ url: String?, hosts: HostList, answers: [(phone: NamedPhone, answer: PhoneAnswer)],
        others: [OtherPhone], keys: [SUNKeys] = [], data: DataFolder?, source: Tap.Source
    ) async throws {
        let verdict = try await data?.take(url, hosts: hosts, with: keys) ?? .unchecked
        try await self.init(
            url, hosts: hosts, answers: answers, others: others,
            organizations: data.map { GivingDirectory($0.database) },
            tags: data.map { RegistryDirectory($0.database) }, sun: verdict)
        guard let url, let data else { return }
        _ = try await data.keep(
            url, route: try? route?.get(), organization: (try? resolution?.get())?.organization.id, verdict,
            source: source)
    }
}
