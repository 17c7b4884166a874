public import DatabaseKit
public import TimeKit

/// A recorded tap, with the parts of the tag's identity that the URL contains.
public struct SeenTap: Hashable, Sendable, Codable, Identifiable {
    /// The tap's id, `tap_…`. A gift stores the id of its tap.
    public var id: String
    /// The chip's UID in upper-case hex, or nil if the URL does not contain it.
    public var uid: String?
    /// The tag's id, or nil if the URL does not contain it.
    public var tagID: String?
    /// The kind of evidence that the URL contains.
    public var evidence: Evidence
    /// The chip's 24-bit tap counter, or nil if the URL does not contain it.
    public var counter: UInt32?
    /// Whether the tap is a replay: its counter is not higher than the highest counter seen before.
    public var isReplay: Bool
    /// The time of the tap.
    public var time: Timestamp

    /// The kinds of evidence for a tap.
    public enum Evidence: String, Sendable, Codable, CaseIterable {
        /// The URL contains neither mirrored data nor a verified message.
        case none
        /// The data that an NTAG21x mirrors into the URL. Anyone can forge it.
        case mirror
        /// The secure message (SUN) of an NTAG 424 DNA, whose message authentication code was verified.
        case sun
    }

    /// Creates a tap that has not been compared with earlier taps.
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
    /// Records a tap. Marks it as a replay if its counter is not higher than the chip's highest counter with
    /// the same kind of evidence.
    ///
    /// Each kind of evidence has a separate counter, so forged mirrored data cannot raise the counter of
    /// verified messages.
    ///
    /// - Returns: The tap as recorded.
    @discardableResult
    public func record(_ tap: SeenTap) throws -> SeenTap {
        var tap = tap
        if let uid = tap.uid, let counter = tap.counter, tap.evidence != .none {
            let highest = try highestCounter(ofUID: uid, by: tap.evidence)
            tap.isReplay = highest.map { counter <= $0 } ?? false
            // The row of a mirror's tap contains its counter.
            if !tap.isReplay, tap.evidence == .sun { try raiseCounter(ofUID: uid, by: .sun, to: counter) }
        }
        try save(tap)
        return tap
    }
}
