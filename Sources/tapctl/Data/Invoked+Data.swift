import Giving
import InvocationRouter
import TagRegistry

extension Invoked {
    /// Reads, routes and resolves with the organizations of a data folder, and keeps the tap there.
    ///
    /// - Parameter data: nil where there is none; then nothing is resolved and nothing kept.
    init(
        _ url: String?, hosts: HostList, answers: [(phone: NamedPhone, answer: PhoneAnswer)],
        data: DataFolder?, source: Tap.Source
    ) async throws {
        try await self.init(
            url, hosts: hosts, answers: answers, organizations: data.map { GivingDirectory($0.file) },
            tags: data.map { RegistryDirectory($0.file) })
        guard let url, let data else { return }
        var invocation: Invocation?
        if case .success(.gift(let found)) = route { invocation = found }
        let organization = (try? resolution?.get())?.organization.id
        let tap = try await data.giving.record(
            tap: url, invocation, organization: organization, source: source)
        try await data.record(SeenTap(tap, route: try? route?.get()))
    }
}

extension DataFolder {
    /// Keeps in the registry which tag was tapped; a tap that names none is no news to it.
    fileprivate func record(_ tap: SeenTap) async throws {
        guard tap.uid != nil || tap.tagID != nil else { return }
        try await write { unit, _ in _ = try unit.record(tap) }
    }
}

extension SeenTap {
    /// What a tap says of its tag, under the id that gifts know it by.
    fileprivate init(_ tap: Tap, route: Route?) {
        self.init(
            id: tap.id, uid: tap.uid, counter: tap.counter.map(UInt32.init(clamping:)), time: tap.created)
        switch route {
        case .managedTag(let id): tagID = id
        case .gift(let invocation): tagID = invocation.tag
        case .payment, .plan, nil: break
        }
        if tap.evidence == "mirror" { evidence = .mirror }
    }
}
