public import DatabaseKit
public import TimeKit

/// A recorded tap, with the tag's identity as far as the URL shows it.
public struct SeenTap: Hashable, Sendable, Codable, Identifiable {
    /// The id, `tap_…`, also stored with the gift.
    public var id: String
    /// The chip's UID, upper-case hex, if the evidence names it.
    public var uid: String?
    /// The tag's id, if the URL names it.
    public var tagID: String?
    /// The evidence for the tap.
    public var evidence: Evidence
    /// The chip's tap counter, 24 bits.
    public var counter: UInt32?
    /// Whether the counter is not above the highest one seen before: a copy of an earlier tap.
    public var isReplay: Bool
    /// The time of the tap.
    public var time: Timestamp

    /// The kinds of evidence for a tap.
    public enum Evidence: String, Sendable, Codable, CaseIterable {
        /// Only the URL.
        case none
        /// An NTAG21x's mirror, which anyone can type.
        case mirror
        /// An NTAG 424 DNA's message, whose MAC was verified.
        case sun
    }

    /// Creates a tap that was not compared with earlier ones.
    public init(
        id: String, uid: String? = nil, tagID: String? = nil, evidence: Evidence = .none,
        counter: UInt32? = nil, time: Timestamp
    ) {
        self.id = id
        self.uid = uid
        self.tagID = tagID
        self.evidence = evidence
        self.counter = counter
        self.isReplay = false
        self.time = time
    }
}

extension Transaction {
    /// Records a tap, and marks it as a replay if its counter was seen before. A replay proves nothing.
    ///
    /// A typed mirror cannot raise the counter of a chip that proves its taps: each kind of evidence has a separate
    /// counter.
    ///
    /// - Returns: The tap as recorded.
    @discardableResult
    public func record(_ tap: SeenTap) throws -> SeenTap {
        var tap = tap
        if let uid = tap.uid, let counter = tap.counter, tap.evidence != .none {
            let highest = try highestCounter(ofUID: uid, by: tap.evidence)
            tap.isReplay = highest.map { counter <= $0 } ?? false
            if !tap.isReplay { try raiseCounter(ofUID: uid, by: tap.evidence, to: counter) }
        }
        try save(tap)
        return tap
    }
}
