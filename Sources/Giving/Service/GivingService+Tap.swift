public import DatabaseKit
public import InvocationRouter
import PaymentCore
import TextKit
import TimeKit

extension GivingService {
    /// Creates and saves a tap for an opened URL.
    ///
    /// - Parameters:
    ///   - url: The URL as received.
    ///   - invocation: The parsed URL, or nil if the URL contains no organization.
    ///   - organization: The id of the organization whose page the URL opened, or nil.
    ///   - source: The origin of the tap.
    public func record(
        tap url: String, _ invocation: Invocation?, organization: String?, source: Tap.Source
    ) async throws -> Tap {
        try await record(newTap(url, invocation, organization: organization, source: source)) { _ in true }
    }

    /// Saves a new tap.
    ///
    /// - Parameters:
    ///   - tap: The tap.
    ///   - isNew: A closure that records the tap for its tag, in the same transaction. The closure returns
    ///     whether the tap's counter is greater than all counters seen for the tap's UID.
    public func record(
        _ tap: Tap, isNew: @escaping @Sendable (Transaction) throws -> Bool
    ) async throws -> Tap {
        // Counted: the tap is a new row, and its place and its tag's counter are rows that this transaction adds
        // or changes. A mirrored counter proves nothing, so a copy of a tap that is recorded at the same time may
        // also count as fresh.
        try await database.writeCountedAhead { transaction in
            var tap = tap
            let isFresh = try isNew(transaction)
            tap.isFresh = isFresh && tap.counter != nil
            try transaction.save(tap)
            return tap
        }
    }

    /// Creates a tap with the current time. The tap is not saved, and its counter is not compared with
    /// earlier counters.
    ///
    /// Do not trust a mirrored UID or counter, because anyone can type these values into a URL. If the URL
    /// contains a card number, the tap contains no values from the invocation (see ``KeptURL``).
    ///
    /// - Parameters:
    ///   - url: The URL as received.
    ///   - invocation: The parsed URL, or nil if the URL contains no organization.
    ///   - organization: The id of the organization whose page the URL opened, or nil.
    ///   - source: The origin of the tap.
    public func newTap(
        _ url: String, _ invocation: Invocation?, organization: String?, source: Tap.Source
    ) -> Tap {
        let kept = KeptURL(of: url)
        let said = kept.holdsCard ? nil : invocation
        var canonical = said?.canonical
        // An incomplete path does not show how the organization was written.
        if kept.isCut, TapURL(kept.text).isPathOpen, let organization {
            canonical = canonical.map { TapURL.naming(organization, in: $0) }
        }
        let now = clock.now()
        var tap = Tap(
            id: ids.make("tap", at: now), url: kept.text, isCut: kept.isCut, canonical: canonical,
            organization: organization, fund: said?.fund, isFresh: false, source: source,
            created: now)
        switch said?.evidence {
        case .mirror(let uid, let counter):
            tap.evidence = "mirror"
            tap.uid = Hex.upper(uid)
            tap.counter = counter.map(Int.init)
        case .sun: tap.evidence = "sun"
        case nil: break
        }
        return tap
    }
}
