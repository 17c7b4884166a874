public import DatabaseKit
public import InvocationRouter
public import TagSecurity

/// What the keys of a service say of a tap, before its counter is compared with those that were seen.
public enum TapProof: Hashable, Sendable {
    /// The URL holds no message of a chip, or there are no keys to check it with.
    case unchecked
    /// None of the keys made its code; neither UID nor counter may be used for anything.
    case rejected
    /// A chip with these keys made it.
    case proved(SUNTap)

    /// Checks what a chip added to a URL.
    ///
    /// - Parameter keys: Of each batch whose tags this service knows; the first that proves the message decides.
    public init(of evidence: TapEvidence?, with keys: [SUNKeys]) {
        guard case .sun(let piccData, let code) = evidence, !keys.isEmpty else {
            self = .unchecked
            return
        }
        let message = SUNMessage(identity: .enciphered(piccData), mac: code)
        let tap = keys.lazy.compactMap { try? $0.verify(message) }.first
        self = tap.map(TapProof.proved) ?? .rejected
    }

    /// The verdict, for the router: a counter that is not above the highest one is a copy of an earlier tap.
    ///
    /// - Parameter highest: The greatest counter that was seen of the UID; nil before the first.
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
    /// Compares a proved tap with those that were seen, and takes its counter: from here on the same one is a replay.
    ///
    /// In one transaction, so that of two copies that arrive at once one alone is the new tap.
    public func take(_ proof: TapProof) throws -> SUNVerdict {
        guard case .proved(let tap) = proof else { return proof.verdict(after: nil) }
        let uid = hexUID(tap.uid)
        let verdict = proof.verdict(after: try highestCounter(ofUID: uid, by: .sun))
        if case .genuine = verdict { try raiseCounter(ofUID: uid, by: .sun, to: tap.counter) }
        return verdict
    }
}

extension SeenTap {
    /// The same tap with what the holder of the keys said of it; kept as it is, since its counter was compared.
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
