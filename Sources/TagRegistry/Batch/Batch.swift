public import TimeKit

/// A set of tags to be programmed, with their common settings.
public struct Batch: Hashable, Sendable, Codable, Identifiable {
    /// The batch's unique name. The name of an organization's batch starts with the organization's id, as in
    /// `Grace/Main`. Other names, such as `Main`, have no prefix. Comparisons ignore the case of ASCII
    /// letters.
    public var name: String
    /// The protection of the batch's tags against rewriting.
    public var protection: TagProtection
    /// The allowed products, such as `NTAG213`. If empty, every chip with enough room for the URLs is
    /// allowed.
    public var products: [String]
    /// Whether a tag with an invalid originality signature is rejected. If false, such a tag is written and
    /// marked.
    public var genuineOnly: Bool
    /// The data that the chip inserts into the URL's `m` parameter at each tap. If the batch uses a mirror,
    /// the rows' URLs contain a placeholder for this data.
    public var mirror: MirrorChoice
    /// Whether the tags' URLs have the form `/t/{tag}`. If so, the tags' destinations can be changed at any
    /// time.
    public var isManaged: Bool
    /// The time at which the batch was created.
    public var created: Timestamp
    /// A fingerprint of the batch's secret that reveals nothing about the secret. Nil until the secret is
    /// first used.
    public var secretFingerprint: String?
    /// The time when a person confirmed that the recovery sheet was printed. Nil before the confirmation.
    public var recoveryConfirmed: Timestamp?
    /// The UID of the tag that a person tested with a phone before the batch's other tags were permanently
    /// locked. Nil if no tag was tested.
    public var canary: String?

    /// The batch's id, which is its unique name.
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

/// The unique name and the short name of a batch. The unique name begins with the id of the organization, if
/// any. Two organizations can therefore each have a batch with the short name `Main`, and neither can see the
/// other's batch.
extension Batch {
    /// The character that separates the organization's id from the short name. Neither the id nor the short
    /// name can contain this character.
    private static let separator: Character = "/"

    /// The organization that planned the batch; nil for a batch of the server's operator.
    public var organization: String? {
        name.firstIndex(of: Self.separator).map { String(name[..<$0]) }
    }

    /// The batch's name without the organization's id, as shown to organizations.
    public var shortName: String { Self.shortName(of: name) }

    /// Returns a batch's short name: the unique name without an organization's id.
    static func shortName(of name: String) -> String {
        guard let end = name.firstIndex(of: separator) else { return name }
        return String(name[name.index(after: end)...])
    }

    /// Returns the unique name of an organization's batch.
    static func name(_ shortName: String, of organization: String) -> String {
        "\(organization)\(separator)\(shortName)"
    }

    /// A copy of the batch with the name shown to organizations (``shortName``).
    public var shownToOrganization: Batch {
        var shown = self
        shown.name = shortName
        return shown
    }
}

extension BatchRow {
    /// A copy of the row in which the batch has the name that is shown to organizations
    /// (``Batch/shortName``).
    public var shownToOrganization: BatchRow {
        var shown = self
        shown.batch = Batch.shortName(of: batch)
        return shown
    }
}

/// The protection of a tag against rewriting.
public enum TagProtection: String, Sendable, Codable, CaseIterable {
    /// The tag is not protected: anyone can rewrite it.
    case none
    /// A password that is derived from the batch's secret and the tag's UID.
    case password
    /// Lock bits that make the tag permanently read-only. They are set in a second pass, after the tags have
    /// been written.
    case permanent
}

/// The data that an NTAG21x chip inserts into the URL's `m` parameter at each tap.
public enum MirrorChoice: String, Sendable, Codable, CaseIterable {
    case none
    /// The UID and the tap counter.
    case counter
}
