public import DatabaseKit
public import TimeKit

/// A recorded tap, with the tag's identity as far as the URL shows it.
public struct SeenTap: Hashable, Sendable, Codable, Identifiable {
    /// The tap's id, `tap_…`. A gift stores the id of its tap.
    public var id: String
    /// The chip's UID in upper-case hex; nil if the URL does not contain it.
    public var uid: String?
    /// The tag's id; nil if the URL does not contain it.
    public var tagID: String?
    /// The kind of evidence that the URL contains.
    public var evidence: Evidence
    /// The chip's tap counter, 24 bits.
    public var counter: UInt32?
    /// Whether the tap is a replay: its counter is not above the highest one seen before.
    public var isReplay: Bool
    /// The time of the tap.
    public var time: Timestamp

    /// The kinds of evidence for a tap.
    public enum Evidence: String, Sendable, Codable, CaseIterable {
        /// The tap has no evidence, only the URL.
        case none
        /// The mirror of an NTAG21x, which anyone can type.
        case mirror
        /// The message of an NTAG 424 DNA, whose MAC was verified.
        case sun
    }

    /// Creates a tap that is not yet compared with earlier ones.
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
