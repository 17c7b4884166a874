public import TimeKit

/// A journal entry: one event in the history of a tag or a row. An entry never changes.
///
/// Each entry is saved in the same transaction as the state that it explains. The entries with the same UID
/// form the tag's history.
public struct JournalEntry: Hashable, Sendable, Codable {
    /// The kind of event that the entry records.
    public var kind: Kind
    /// The time of the event.
    public var time: Timestamp
    /// The batch, if the event concerns one.
    public var batch: String?
    /// The row, if the event concerns one.
    public var row: Int?
    /// The tag's UID in upper-case hex. Nil if the UID is unknown.
    public var uid: String?
    /// The name of the reader that was used, if known.
    public var reader: String?
    /// The URL that was on the tag, or was about to be written.
    public var url: String?
    /// The reason for a failure or a reversal; nil for other events.
    public var failure: BatchFailure?

    /// The kinds of events.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Recorded before the first write: the tag is about to get this row's URL.
        case begun
        /// Recorded after the read-back: the tag has the URL, but has not been protected yet.
        case written
        /// Recorded before a password is set. From then on, the tag may require the password.
        case protecting
        /// Recorded after the password was verified and an unauthenticated write was refused.
        case protected
        /// Recorded when the tag is finished and its row is marked as verified. The volunteer can then be
        /// asked to remove the tag from the reader.
        case verified
        /// Recorded when the tag is rejected. If the tag was being written for a row, the row becomes open
        /// again.
        case setAside = "set_aside"
        /// Recorded when the tag is removed too early. If the tag was being written for a row, the row waits
        /// for the same tag.
        case left
        /// Recorded for an unfinished tag when its row is given to another tag. The unfinished tag then has
        /// no row.
        case released
        /// Recorded when the most recently written tag of a batch is removed from its row. The row is then
        /// open again.
        case undone
        /// Recorded when a tag with this UID but with a different chip or content is seen.
        case doubled
        /// Recorded before the first lock bit is set.
        case locking
        /// Recorded after lock bits and configuration were read back.
        case locked
        /// Recorded when a password is removed.
        case unprotected
        /// Recorded when a person has tapped this tag with a phone and confirmed the tag's destination.
        case canaryConfirmed = "canary_confirmed"
        /// Recorded for a lost or broken tag when it is removed from its row.
        case replaced
        /// Recorded when the tag is seen in an audit.
        case audited
    }

    /// Creates an entry for an event at this time.
    public init(
        _ kind: Kind, at time: Timestamp, batch: String? = nil, row: Int? = nil, uid: String? = nil,
        reader: String? = nil, url: String? = nil, failure: BatchFailure? = nil
    ) {
        self.kind = kind
        self.time = time
        self.batch = batch
        self.row = row
        self.uid = uid
        self.reader = reader
        self.url = url
        self.failure = failure
    }
}

/// The data collected about a tag while it was written and read back.
public struct WrittenTag: Hashable, Sendable {
    /// The tag's UID in upper-case hex.
    public var uid: String
    /// The SHA-256 hash of the NDEF message as it was read back, in lower-case hex.
    public var readBackHash: String
    /// The verdict on the originality signature, or nil if the signature was not checked.
    public var originality: OriginalityVerdict?
    /// The originality signature in lower-case hex, or nil if the chip returned none.
    public var signature: String?

    /// Creates the data about a tag that was read back.
    public init(
        uid: String, readBackHash: String, originality: OriginalityVerdict? = nil, signature: String? = nil
    ) {
        self.uid = uid
        self.readBackHash = readBackHash
        self.originality = originality
        self.signature = signature
    }
}
