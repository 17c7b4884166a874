import DatabaseKit
import Documents
package import Giving
package import InvocationRouter
import TagRegistry
package import TagSecurity
import TimeKit

extension DataFolder {
    /// Proves the tap of a URL, and takes its counter: the same URL is a replay from here on.
    package func take(
        _ url: String?, hosts: HostList, with keys: [SUNKeys]
    ) async throws -> SUNVerdict {
        guard let url, case .gift(let invocation) = try? Route.parse(url, profile: .tap, hosts: hosts) else {
            return .unchecked
        }
        let proof = TapProof(of: invocation.evidence, with: keys)
        // Most taps carry nothing that could be proved: they wait for nobody who writes.
        guard case .proved = proof else { return proof.verdict(after: nil) }
        return try await file.writeAhead { try $0.take(proof) }
    }

    /// Keeps a tap, for the gift that may come of it, and in the registry for its tag.
    package func keep(
        _ url: String, route: Route?, organization: String?, _ verdict: SUNVerdict, source: Tap.Source
    ) async throws -> Tap {
        var invocation: Invocation?
        if case .gift(let found) = route { invocation = found }
        let tap = try await giving.record(
            tap: url, invocation, organization: organization, source: source)
        // The id of a tag may be the number of a card, too.
        try await record(SeenTap(tap, route: KeptURL(of: url).holdsCard ? nil : route), verdict)
        return tap
    }

    /// Keeps the tap of a giving URL, for the gift that is asked for under a key.
    ///
    /// - Returns: The tap's id; nil where the key was asked under before: it is the same tap, and its gift knows it.
    package func keepTap(_ url: String, _ invocation: Invocation, organization: String, key: String?)
        async throws
        -> String?
    {
        if let key {
            let oldest = clock.now().adding(seconds: -AnsweredRequest.memory)
            guard try await read({ try $0.request(key, since: oldest) }) == nil else { return nil }
        }
        return try await keep(
            url, route: .gift(invocation), organization: organization, .unchecked, source: .link
        ).id
    }

    /// Keeps in the registry which tag was tapped; a tap that names none is no news to it.
    private func record(_ tap: SeenTap, _ verdict: SUNVerdict) async throws {
        let judged = tap.judged(verdict)
        guard judged.uid != nil || judged.tagID != nil else { return }
        try await file.writeAhead { transaction in
            // What was proved was compared already.
            guard judged.evidence == .sun else {
                _ = try transaction.record(judged)
                return
            }
            try transaction.save(judged)
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
