public import InvocationRouter
import PaymentCore
import TimeKit

extension GivingService {
    /// Keeps a tap with its evidence.
    ///
    /// A mirror proves nothing, since anybody can type it; a counter that is not greater than the greatest seen of
    /// this UID gets no seat credit, and the gift goes on.
    public func record(tap url: String, _ invocation: Invocation?, organization: String?, source: Tap.Source)
        async throws -> Tap
    {
        let kept = Self.kept(url)
        return try await units.writeAhead { unit in
            var tap = Tap(
                id: ids.make("tap"), url: kept, canonical: invocation?.canonical,
                organization: organization, fund: invocation?.fund, isFresh: false, source: source,
                created: clock.now())
            switch invocation?.evidence {
            case .mirror(let uid, let counter):
                tap.evidence = "mirror"
                tap.uid = uid.map { byte in
                    String(byte >> 4, radix: 16, uppercase: true)
                        + String(byte & 15, radix: 16, uppercase: true)
                }.joined()
                tap.counter = counter.map(Int.init)
                if let name = tap.uid, let counter = tap.counter {
                    tap.isFresh = counter > (try unit.greatestCounter(ofUID: name) ?? -1)
                }
            case .sun: tap.evidence = "sun"
            case nil: break
            }
            try unit.save(tap)
            return tap
        }
    }

    /// As much of a URL as may be kept: where it leads alone, if what stands behind that could be the number of a card.
    private static func kept(_ url: String) -> String {
        String(CardNumber.stands(inURL: url) ? url.prefix(while: { !"?#".contains($0) }) : url.prefix(8192))
    }
}
