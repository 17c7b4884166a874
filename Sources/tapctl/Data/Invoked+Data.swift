import Giving
import InvocationRouter
import TagRegistry
import TagSecurity

extension Invoked {
    /// Reads, routes and resolves with the organizations of a data folder, and keeps the tap there.
    ///
    /// - Parameters:
    ///   - keys: Prove the tap; without any nobody has looked.
    ///   - data: nil where there is none; then nothing is resolved and nothing kept.
    init(
        _ url: String?, hosts: HostList, answers: [(phone: NamedPhone, answer: PhoneAnswer)],
        keys: [SUNKeys] = [], data: DataFolder?, source: Tap.Source
    ) async throws {
        let verdict = try await data?.take(url, hosts: hosts, with: keys) ?? .unchecked
        try await self.init(
            url, hosts: hosts, answers: answers, organizations: data.map { GivingDirectory($0.file) },
            tags: data.map { RegistryDirectory($0.file) }, sun: verdict)
        guard let url, let data else { return }
        var invocation: Invocation?
        if case .success(.gift(let found)) = route { invocation = found }
        let organization = (try? resolution?.get())?.organization.id
        let tap = try await data.giving.record(
            tap: url, invocation, organization: organization, source: source)
        try await data.record(SeenTap(tap, route: try? route?.get()), verdict)
    }
}

extension DataFolder {
    /// Proves the tap of a URL, and takes its counter: the same URL is a replay from here on.
    fileprivate func take(
        _ url: String?, hosts: HostList, with keys: [SUNKeys]
    ) async throws -> SUNVerdict {
        guard let url, case .gift(let invocation) = try? Route.parse(url, profile: .tap, hosts: hosts) else {
            return .unchecked
        }
        let proof = TapProof(of: invocation.evidence, with: keys)
        return try await write { unit, _ in try unit.take(proof) }
    }

    /// Keeps in the registry which tag was tapped; a tap that names none is no news to it.
    fileprivate func record(_ tap: SeenTap, _ verdict: SUNVerdict) async throws {
        let judged = tap.judged(verdict)
        guard judged.uid != nil || judged.tagID != nil else { return }
        try await write { unit, _ in
            // What was proved was compared already.
            guard judged.evidence == .sun else {
                _ = try unit.record(judged)
                return
            }
            try unit.save(judged)
        }
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
