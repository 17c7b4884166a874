public import TimeKit

/// The registry's record of a chip. There is one record for each UID, whether or not the tag has a row.
public struct RegisteredTag: Hashable, Sendable, Codable, Identifiable {
    /// The chip's UID, 8 to 20 upper-case hex digits.
    public var uid: String
    /// The product, such as `NTAG213`.
    public var product: String
    /// The row that the tag occupies or is being written for; nil if the tag has no row. A row has at most
    /// one tag.
    public var place: TagPlace?
    /// Whether the tag is being written, occupies a row, or has no row.
    public var state: State
    /// The URL that was last written and read back, or is being written. Nil before the tag is first written.
    public var url: String?
    /// The tag's id in the path `/t/{tag}` or the `t` parameter of its URL. Nil if the URL has no id.
    public var tagID: String?
    /// The verdict on the originality signature, or nil if the signature was not checked.
    public var originality: OriginalityVerdict?
    /// The originality signature in lower-case hex, or nil if the chip returned none.
    public var signature: String?
    /// The SHA-256 hash of the NDEF message as it was last read back, in lower-case hex. Nil before the first
    /// read-back.
    public var readBackHash: String?
    /// The recorded state of the tag's lock or password.
    public var lock: TagLockState
    /// The name of the batch from whose secret the tag's password is derived. Nil if the tag has no password.
    public var secretOf: String?
    /// Whether a tag with this UID was seen with a different chip or content. One of the tags may be a clone.
    public var isDoubled: Bool
    /// The time when the tag was last written and read back, or nil if this has not happened yet.
    public var verified: Timestamp?
    /// The time of the record's last change.
    public var changed: Timestamp

    /// The tag's UID, which serves as the record's id.
    public var id: String { uid }

    /// A clause that describes a UID shared by different tags.
    static let doubledWords =
        "this UID was read from tags with different chips or contents: one of them may be a copy"

    /// The states of a tag.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// A write of the tag for its row has started but has not been verified. The tag's content is
        /// uncertain.
        case begun
        /// The tag was written and read back, and occupies its row.
        case inUse = "in_use"
        /// The tag has no row, for example because the tag was rejected or replaced. The tag may contain a
        /// URL that this registry wrote.
        case loose
    }

    /// Creates the record of a new chip.
    public init(uid: String, product: String, changed: Timestamp) {
        self.uid = uid
        self.product = product
        self.state = .loose
        self.lock = .open
        self.isDoubled = false
        self.changed = changed
    }
}

/// A reference to a row of a batch.
public struct TagPlace: Hashable, Sendable, Codable {
    /// The name of the batch that contains the row.
    public var batch: String
    /// The number of the row within its batch.
    public var row: Int

    /// Creates a reference to the row with this number in this batch.
    public init(batch: String, row: Int) {
        self.batch = batch
        self.row = row
    }
}

/// The recorded lock state of a tag. A change is recorded twice: before the tag is written, and after the
/// change has been verified.
public enum TagLockState: String, Sendable, Codable, CaseIterable {
    /// The registry has set neither a lock nor a password.
    case open
    /// A password is being set. The tag may or may not require the password.
    case protecting
    /// The password is set and verified.
    case password
    /// The tag is being locked permanently. Some lock bits may be set, and the lock must be completed.
    case locking
    /// The tag was permanently locked, including its configuration, and the lock was read back.
    case permanent
}

/// The verdict on a chip's originality signature.
public enum OriginalityVerdict: String, Sendable, Codable, CaseIterable {
    /// The signature was created by the manufacturer for this UID.
    case genuine
    /// The signature was not created by the manufacturer for this UID.
    case notGenuine = "not_genuine"
    /// The chip has no signature, or a signature that cannot be checked.
    case cannotBeChecked = "cannot_be_checked"
}
