public import TimeKit

/// A box of tags to be programmed: what each of its rows is written, and how its tags are protected.
public struct Batch: Hashable, Sendable, Codable, Identifiable {
    /// Its name as people type it; compared without ASCII case.
    public var name: String
    /// What keeps its tags from being rewritten.
    public var protection: TagProtection
    /// The chips that it takes, by product as `NTAG213`; empty takes every chip that holds the URLs.
    public var products: [String]
    /// A tag whose originality signature does not verify is set aside instead of written and marked.
    public var genuineOnly: Bool
    /// What the chip mirrors into `m` at each tap; the rows' URLs end in its place-holder.
    public var mirror: MirrorChoice
    /// Its tags hold `/t/{tag}`, and can be re-aimed for ever.
    public var isManaged: Bool
    /// When it was made.
    public var created: Timestamp
    /// What tells its secret from another, and tells nothing of it; nil until a secret was first used.
    public var secretFingerprint: String?
    /// When a person confirmed that the recovery sheet of its secret is printed; nil until then.
    public var recoveryConfirmed: Timestamp?
    /// The UID of the tag that a person tapped with a phone before the others were locked for ever.
    public var canary: String?

    /// Its name.
    public var id: String { name }

    /// A batch that no tag was written for.
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

/// What keeps a tag from being rewritten.
public enum TagProtection: String, Sendable, Codable, CaseIterable {
    /// Nothing: everybody can rewrite it.
    case none
    /// A password that is derived from the batch's secret and the tag's UID.
    case password
    /// Lock bits, for ever, in a second pass (`batch lock`).
    case permanent
}

/// What an NTAG21x mirrors into the URL's `m` at each tap.
public enum MirrorChoice: String, Sendable, Codable, CaseIterable {
    /// Nothing.
    case none
    /// UID and tap counter.
    case counter
}
