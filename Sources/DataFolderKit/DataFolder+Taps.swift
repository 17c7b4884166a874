import DatabaseKit
import Documents
package import Giving
package import InvocationRouter
import TagRegistry
package import TagSecurity
import TimeKit

extension DataFolder {
    /// Verifies the tap evidence in a URL. If the evidence is genuine, stores the tap's counter, so that the
    /// same URL counts as a replay from then on.
    ///
    /// - Returns: The result of the verification; `unchecked` if the URL is not a giving URL.
    package func take(
        _ url: String?, hosts: HostList, with keys: [SUNKeys]
    ) async throws -> SUNVerdict {
        guard let url, case .gift(let invocation) = try? Route.parse(url, profile: .tap, hosts: hosts) else {
            return .unchecked
        }
        let proof = TapProof(of: invocation.evidence, with: keys)
        // Most taps have no evidence that can be verified, so they do not wait for the database writer.
        guard case .proved = proof else { return proof.verdict(after: nil) }
        // Counted: the counter is used up by raising it in its own row.
        return try await database.writeCountedAhead { try $0.take(proof) }
    }

    /// Stores a tap, so that a later gift can refer to it. If the tap's URL identifies a tag, also records
    /// the tap in the registry.
    package func keep(
        _ url: String, route: Route?, organization: String?, _ verdict: SUNVerdict, source: Tap.Source
    ) async throws -> Tap {
        try await store(made(url, route, organization, verdict, source))
    }

    /// Adds a tap to a queue. If the tap's counter must be compared with the counters of earlier taps, stores
    /// the tap immediately instead.
    package func queue(
        _ url: String, route: Route, organization: String, _ verdict: SUNVerdict, source: Tap.Source,
        in queue: TapQueue
    ) async throws -> Tap {
        let made = made(url, route, organization, verdict, source)
        if made.seen?.hasMirroredCounter == true { return try await store(made) }
        try await queue.add(made)
        return made.tap
    }

    private func made(
        _ url: String, _ route: Route?, _ organization: String?, _ verdict: SUNVerdict, _ source: Tap.Source
    ) -> TapQueue.Item {
        var invocation: Invocation?
        if case .gift(let found) = route { invocation = found }
        // A string in the format of a tag id may be a card number.
        let named = KeptURL(of: url).holdsCard ? nil : route
        let tap = giving.newTap(url, invocation, organization: organization, source: source)
        let seen = SeenTap(tap, route: named).judged(verdict)
        return TapQueue.Item(tap: tap, seen: seen.uid == nil && seen.tagID == nil ? nil : seen)
    }

    private func store(_ made: TapQueue.Item) async throws -> Tap {
        try await giving.record(made.tap) { transaction in
            guard let seen = made.seen else { return true }
            // A verified tap was already compared with earlier taps when its counter was used up.
            guard seen.evidence == .sun else { return try !transaction.record(seen).isReplay }
            try transaction.save(seen)
            return true
        }
    }

    /// Stores the tap of a giving URL, unless the gift's idempotency key was already used.
    ///
    /// - Returns: The tap's id. Nil if the key was used before, because the tap is already stored with the
    ///   earlier gift.
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

    /// The number of days for which taps without a gift are stored by default.
    package static let tapDays = Tap.standardDays

    /// Removes the taps that do not belong to a gift and are older than the given number of days. Each
    /// transaction removes at most 1,000 taps.
    package func pruneTaps(olderThanDays days: Int64) async throws {
        let (seconds, isTooLong) = days.multipliedReportingOverflow(by: 86_400)
        let oldest = isTooLong ? Timestamp.earliest : clock.now().adding(seconds: -seconds)
        var last: Int64?
        repeat {
            let page = try await read { [last] in
                try $0.oldTaps(before: oldest, after: last, limit: 1_000)
            }
            // Without anything to remove, no write transaction is needed.
            if !page.ids.isEmpty {
                try await database.write { transaction in
                    try transaction.removeTaps(page.ids)
                    try transaction.removeSeenTaps(page.ids)
                }
            }
            last = page.last
        } while last != nil
    }
}

extension SeenTap {
    /// Creates the registry's record of a tap, with the same id as the given tap.
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

    /// Whether the chip mirrored its UID and counter into the tap's URL. Unlike the counter of a verified SUN
    /// message, a mirrored counter has not been compared with the counters of earlier taps yet.
    fileprivate var hasMirroredCounter: Bool { evidence == .mirror && uid != nil && counter != nil }
}
