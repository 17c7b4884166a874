public import TimeKit

/// One thing that happened to a tag or a row: written before and after whatever touches a tag, never changed.
///
/// The entries of a UID are the tag's history. An entry and the state that it leads to are kept in one transaction.
public struct JournalEntry: Hashable, Sendable, Codable {
    /// What happened.
    public var kind: Kind
    /// When.
    public var time: Timestamp
    /// The batch that it is about.
    public var batch: String?
    /// The row that it is about.
    public var row: Int?
    /// The tag that it is about, upper-case hex.
    public var uid: String?
    /// The reader that held the tag.
    public var reader: String?
    /// The URL that was, or was about to be, on the tag.
    public var url: String?
    /// Why, where something failed or was taken back.
    public var failure: BatchFailure?

    /// What happened.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Before the first write: this tag is about to get the URL of this row.
        case begun
        /// After the read-back: the tag holds the URL; it is not protected yet.
        case written
        /// Before a password is set: from here on the tag may ask for it.
        case protecting
        /// After the password was proved and an unauthenticated write was refused.
        case protected
        /// The row has its tag: the volunteer may hear "remove".
        case verified
        /// The tag was not taken, and its row is open again.
        case setAside = "set_aside"
        /// The tag left before it was done, and its row waits for it.
        case left
        /// Another tag takes the row of one that was begun; that one is loose.
        case released
        /// The last tag was taken back, and its row is open again.
        case undone
        /// Another chip with this UID was seen.
        case doubled
        /// Before the first lock bit is set.
        case locking
        /// After lock bits and configuration were read back.
        case locked
        /// A password was taken away.
        case unprotected
        /// A person tapped this tag with a phone, and confirmed where it leads.
        case canaryConfirmed = "canary_confirmed"
        /// Another tag takes its place: it was lost or broken.
        case replaced
        /// Seen in its place on a walk.
        case audited
    }

    /// An entry.
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

/// The facts found about a tag while it was written and read back.
public struct WrittenTag: Hashable, Sendable {
    /// Its UID, upper-case hex.
    public var uid: String
    /// SHA-256 of the NDEF message as it was read back, lower-case hex.
    public var readBackHash: String
    /// The verdict on the READ_SIG signature; nil if it was not checked.
    public var originality: OriginalityVerdict?
    /// The 32 bytes of READ_SIG in lower-case hex; nil if the chip gave none.
    public var signature: String?

    /// A tag that was read back.
    public init(
        uid: String, readBackHash: String, originality: OriginalityVerdict? = nil, signature: String? = nil
    ) {
        self.uid = uid
        self.readBackHash = readBackHash
        self.originality = originality
        self.signature = signature
    }
}
