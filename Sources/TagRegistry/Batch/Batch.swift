public import TimeKit

/// A set of tags to be programmed: the content of each row, and the protection of the tags.
public struct Batch: Hashable, Sendable, Codable, Identifiable {
    /// The name, compared without ASCII case.
    public var name: String
    /// The protection against rewriting.
    public var protection: TagProtection
    /// The allowed products, such as `NTAG213`; if empty, every chip that has room for the URLs.
    public var products: [String]
    /// Whether a tag whose originality signature is not valid is set aside, instead of written and marked.
    public var genuineOnly: Bool
    /// The data that the chip mirrors into `m` at each tap; the rows' URLs end with its placeholder.
    public var mirror: MirrorChoice
    /// Whether its tags contain `/t/{tag}`, so their destination can always be changed.
    public var isManaged: Bool
    /// The time of creation.
    public var created: Timestamp
    /// An identifier of the batch's secret that reveals nothing about it; nil until a secret was first used.
    public var secretFingerprint: String?
    /// The time when a person confirmed that the recovery sheet is printed; nil until then.
    public var recoveryConfirmed: Timestamp?
    /// The UID of the tag that a person tapped with a phone before the others were permanently locked.
    public var canary: String?

    /// The batch's id: its name.
    public var id: String { name }

    /// Creates a batch without written tags.
    public init(
        name: String, protection: TagProtection = .none, products: [String] = [], genuineOnly: Bool = false,
        mirror: MirrorChoice = .none, isManaged: Bool = false, created: Timestamp
    ) {
        self.name = name
        self.protection = protection
        self.products = products
        self.genuineOnly = genuineOnly
        self.mirror = mirror
        self.isManaged = isManaged
        self.created = created
    }
}

/// The protection of a tag against rewriting.
public enum TagProtection: String, Sendable, Codable, CaseIterable {
    /// No protection: anyone can rewrite it.
    case none
    /// A password that is derived from the batch's secret and the tag's UID.
    case password
    /// Lock bits, permanently, in a second pass (`batch lock`).
    case permanent
}

/// The data that an NTAG21x mirrors into the URL's `m` at each tap.
public enum MirrorChoice: String, Sendable, Codable, CaseIterable {
    /// No mirror.
    case none
    /// UID and tap counter.
    case counter
}
