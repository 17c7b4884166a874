public import TimeKit

/// A chip that this registry has met: one record for a UID, wherever the tag is now.
public struct RegisteredTag: Hashable, Sendable, Codable, Identifiable {
    /// Its UID, 8 to 20 upper-case hex digits.
    public var uid: String
    /// What the chip is, as `NTAG213`.
    public var product: String
    /// Where it is; nil for a loose one. A tag is in one place only, and a place has one tag only.
    public var place: TagPlace?
    /// How far it is.
    public var state: State
    /// The URL that was last written and read back, or is being written; nil before the first.
    public var url: String?
    /// The id that stands in its URL, as `/t/{tag}` or `t`.
    public var tagID: String?
    /// What READ_SIG proves of it; nil where nobody has looked.
    public var originality: OriginalityVerdict?
    /// The 32 bytes of READ_SIG in lower-case hex; nil where the chip gave none.
    public var signature: String?
    /// SHA-256 of the NDEF message as it was read back, lower-case hex; nil before the first.
    public var readBackHash: String?
    /// What is known of its lock.
    public var lock: TagLockState
    /// The batch whose secret its password comes from; nil without one.
    public var secretOf: String?
    /// Another chip with the same UID was held to a reader: one of them is a clone.
    public var isDoubled: Bool
    /// When it was last written and read back; nil before the first.
    public var verified: Timestamp?
    /// When this record changed last.
    public var changed: Timestamp

    /// Its UID.
    public var id: String { uid }

    /// How far a tag is.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// It was begun for its place; what it holds is not certain.
        case begun
        /// It is written and read back, and belongs to its place.
        case inUse = "in_use"
        /// It has no place: set aside, given up, taken back or replaced. What it holds may be ours.
        case loose
    }

    /// A chip that is met for the first time.
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

    /// A row of a batch.
    public init(batch: String, row: Int) {
        self.batch = batch
        self.row = row
    }
}

/// What is recorded of a tag's lock. The steps are recorded before they are taken.
public enum TagLockState: String, Sendable, Codable, CaseIterable {
    /// Nothing was set by us.
    case open
    /// Setting a password was begun: the tag may or may not ask for it.
    case protecting
    /// The password is set and proved.
    case password
    /// Locking for ever was begun: some bits may be set, and have to be ended.
    case locking
    /// Locked for ever, configuration ended, read back.
    case permanent
}

/// What a chip's originality signature proves.
public enum OriginalityVerdict: String, Sendable, Codable, CaseIterable {
    /// The maker signed this UID.
    case genuine
    /// The signature is not the maker's.
    case notGenuine = "not_genuine"
    /// The chip has none, or none that can be checked.
    case cannotBeChecked = "cannot_be_checked"
}
