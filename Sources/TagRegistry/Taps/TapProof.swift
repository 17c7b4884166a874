public import DatabaseKit
public import InvocationRouter
public import TagSecurity

/// The result of checking a tap with a service's keys, before its counter is compared with earlier ones.
public enum TapProof: Hashable, Sendable {
    /// The URL contains no message from a chip, or there are no keys to check the message.
    case unchecked
    /// No key verifies the message authentication code (MAC). The UID and the counter must not be used.
    case rejected
    /// A chip with one of the service's keys produced the message.
    case proved(SUNTap)

    /// Checks the data that a chip added to a URL.
    ///
    /// - Parameters:
    ///   - evidence: The data from the URL; nil if the URL has no such data.
    ///   - keys: The keys of each batch of this service. The first keys that verify the message are used.
    public init(of evidence: TapEvidence?, with keys: [SUNKeys]) {
        guard case .sun(let piccData, let code) = evidence, !keys.isEmpty else {
            self = .unchecked
            return
        }
        let message = SUNMessage(identity: .enciphered(piccData), mac: code)
        let tap = keys.lazy.compactMap { try? $0.verify(message) }.first
        self = tap.map(TapProof.proved) ?? .rejected
    }

    /// Returns the verdict for the router. If the counter of a proved tap is not higher than `highest`, the
    /// verdict is a replay.
    ///
    /// - Parameter highest: The highest counter seen from the chip, or nil before the first tap.
    public func verdict(after highest: UInt32?) -> SUNVerdict {
        switch self {
        case .unchecked: .unchecked
        case .rejected: .rejected
        case .proved(let tap):
            if let highest, tap.isReplay(after: highest) {
                .replayed(uid: tap.uid, counter: tap.counter, highest: highest)
            } else {
                .genuine(uid: tap.uid, counter: tap.counter)
            }
        }
    }
}

extension Transaction {
    /// Compares a proved tap with earlier ones, and stores its counter. Later taps with the same or a lower
    /// counter are replays.
    ///
    /// The comparison and the update are one transaction. If two copies arrive at the same time, only one of
    /// them is accepted as a new tap.
    public func take(_ proof: TapProof) throws -> SUNVerdict {
        guard case .proved(let tap) = proof else { return proof.verdict(after: nil) }
        let uid = hexUID(tap.uid)
        let verdict = proof.verdict(after: try highestCounter(ofUID: uid, by: .sun))
        if case .genuine = verdict { try raiseCounter(ofUID: uid, by: .sun, to: tap.counter) }
        return verdict
    }
}

extension SeenTap {
    /// Returns this tap, updated with a verdict from the service that has the keys. A rejected tap loses its
    /// UID and its counter. The counter is not compared again.
    public func judged(_ verdict: SUNVerdict) -> SeenTap {
        var tap = self
        switch verdict {
        case .unchecked: return tap
        case .rejected: (tap.uid, tap.counter, tap.evidence) = (nil, nil, .none)
        case .genuine(let uid, let counter):
            (tap.uid, tap.counter, tap.evidence) = (hexUID(uid), counter, .sun)
        case .replayed(let uid, let counter, _):
            (tap.uid, tap.counter, tap.evidence, tap.isReplay) = (hexUID(uid), counter, .sun, true)
        }
        return tap
    }
}
