public import DatabaseKit
public import TimeKit

/// A tap of a tag, as far as its URL tells which tag it was.
public struct SeenTap: Hashable, Sendable, Codable, Identifiable {
    /// `tap_…`, the same that a gift keeps.
    public var id: String
    /// The chip's UID, upper-case hex, where the evidence names it.
    public var uid: String?
    /// The tag's id, where the URL names it.
    public var tagID: String?
    /// What vouches for it.
    public var evidence: Evidence
    /// The chip's tap counter, 24 bits.
    public var counter: UInt32?
    /// The counter is not greater than the greatest seen before: a copy of an earlier tap.
    public var isReplay: Bool
    /// When.
    public var time: Timestamp

    /// What vouches for a tap.
    public enum Evidence: String, Sendable, Codable, CaseIterable {
        /// Nothing but the URL.
        case none
        /// An NTAG21x's mirror: anybody can type it.
        case mirror
        /// An NTAG 424 DNA's message, whose MAC was verified.
        case sun
    }

    /// A tap that was not compared with earlier ones.
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
    /// Keeps a tap, and says whether its counter was seen before; one that was proves nothing.
    ///
    /// A typed mirror cannot push the counter of a chip that proves its taps: the two are counted apart.
    ///
    /// - Returns: The tap as it was kept.
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
