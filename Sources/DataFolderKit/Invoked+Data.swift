package import Documents
package import Giving
package import InvocationRouter
import TagRegistry
package import TagSecurity

extension Invoked {
    /// Parses and routes a URL, resolves it against the organizations in a data folder, and stores the tap in
    /// the folder. If keys are given, they are used to verify the tap.
    ///
    /// Without a data folder, the tap is not verified or stored, and the URL is not resolved.
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
