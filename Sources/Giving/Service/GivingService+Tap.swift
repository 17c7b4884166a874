import DatabaseKit
public import InvocationRouter
import PaymentCore
import TextKit
import TimeKit

extension GivingService {
    /// Saves a tap with its evidence.
    ///
    /// A mirrored UID and counter prove nothing, because anyone can type them. If the counter is not greater than all
    /// counters seen for this UID, the tap does not count toward a seat, but a gift is still possible. If the URL
    /// contains a card number, no value from the URL is saved (see ``KeptURL``).
    public func record(tap url: String, _ invocation: Invocation?, organization: String?, source: Tap.Source)
        async throws -> Tap
    {
        let kept = KeptURL(of: url)
        let said = kept.holdsCard ? nil : invocation
        return try await database.writeAhead { transaction in
            var tap = Tap(
                id: ids.make("tap"), url: kept.text, isCut: kept.isCut, canonical: said?.canonical,
                organization: organization, fund: said?.fund, isFresh: false, source: source,
                created: clock.now())
            switch said?.evidence {
            case .mirror(let uid, let counter):
                tap.evidence = "mirror"
                tap.uid = Hex.upper(uid)
                tap.counter = counter.map(Int.init)
                if let name = tap.uid, let counter = tap.counter {
                    tap.isFresh = counter > (try transaction.greatestCounter(ofUID: name) ?? -1)
                }
            case .sun: tap.evidence = "sun"
            case nil: break
            }
            try transaction.save(tap)
            return tap
        }
    }
}
