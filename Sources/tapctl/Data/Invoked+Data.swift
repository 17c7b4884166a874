import Giving
import InvocationRouter

extension Invoked {
    /// Reads, routes and resolves with the organizations of a data folder, and keeps the tap there.
    ///
    /// - Parameter data: nil where there is none; then nothing is resolved and nothing kept.
    init(
        _ url: String?, hosts: HostList, answers: [(phone: NamedPhone, answer: PhoneAnswer)],
        data: DataFolder?, source: Tap.Source
    ) async throws {
        try await self.init(
            url, hosts: hosts, answers: answers, organizations: data.map { GivingDirectory($0.file) })
        guard let url, let data else { return }
        var invocation: Invocation?
        if case .success(.gift(let found)) = route { invocation = found }
        let organization = (try? resolution?.get())?.organization.id
        _ = try await data.giving.record(
            tap: url, invocation, organization: organization, source: source)
    }
}
