public import TimeKit

/// A chip in the registry: one record for each UID, wherever the tag is now.
public struct RegisteredTag: Hashable, Sendable, Codable, Identifiable {
    /// Its UID, 8 to 20 upper-case hex digits.
    public var uid: String
    /// The product, such as `NTAG213`.
    public var product: String
    /// The row of the tag; nil if it has none. A tag has one row only, and a row one tag only.
    public var place: TagPlace?
    /// The tag's state.
    public var state: State
    /// The URL that was last written and read back, or is being written; nil before the first.
    public var url: String?
    /// The id in its URL, as `/t/{tag}` or `t`.
    public var tagID: String?
    /// The verdict on the READ_SIG signature; nil if it was not checked.
    public var originality: OriginalityVerdict?
    /// The 32 bytes of READ_SIG in lower-case hex; nil if the chip gave none.
    public var signature: String?
    /// SHA-256 of the NDEF message as it was read back, lower-case hex; nil before the first.
    public var readBackHash: String?
    /// The recorded lock state.
    public var lock: TagLockState
    /// The batch from whose secret its password is derived; nil without a password.
    public var secretOf: String?
    /// Whether another chip with the same UID was presented to a reader: one of them is a clone.
    public var isDoubled: Bool
    /// The time when it was last written and read back; nil before the first.
    public var verified: Timestamp?
    /// The time of the record's last change.
    public var changed: Timestamp

    /// The record's id: its UID.
    public var id: String { uid }

    /// The states of a tag.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// Writing it for its row was started; its content is uncertain.
        case begun
        /// It was written and read back, and belongs to its row.
        case inUse = "in_use"
        /// It has no row: it was set aside, given up, taken back or replaced. It may still have our content.
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

/// A row of a batch.
public struct TagPlace: Hashable, Sendable, Codable {
    /// The batch's name.
    public var batch: String
    /// The row's number.
    public var row: Int

    /// Creates a row's place.
    public init(batch: String, row: Int) {
        self.batch = batch
        self.row = row
    }
}

/// The recorded lock state of a tag. Each step is recorded before it is done.
public enum TagLockState: String, Sendable, Codable, CaseIterable {
    /// This registry set no lock or password.
    case open
    /// Setting a password was started: the tag may or may not require it.
    case protecting
    /// The password is set and verified.
    case password
    /// Locking permanently was started: some bits may be set, and the lock has to be completed.
    case locking
    /// It was permanently locked, including its configuration, and read back.
    case permanent
}

/// The verdict on a chip's originality signature.
public enum OriginalityVerdict: String, Sendable, Codable, CaseIterable {
    /// The maker signed this UID.
    case genuine
    /// The signature is not the maker's.
    case notGenuine = "not_genuine"
    /// The chip has no signature, or none that can be checked.
    case cannotBeChecked = "cannot_be_checked"
}
