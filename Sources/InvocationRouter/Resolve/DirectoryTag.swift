/// What the registry knows of a tag.
public struct DirectoryTag: Hashable, Sendable {
    /// Its id, the same on every tap.
    public var id: String
    /// Its chip's UID, 7 bytes; nil where nobody has read it.
    public var uid: [UInt8]?
    /// The organization that it is registered for, in the directory's spelling.
    public var org: String
    /// The fund that it is registered for; nil means the organization's default fund.
    public var fund: String?
    /// Whether it is still in use.
    public var state: State
    /// Where a managed tag (`/t/{tag}`) leads now: a giving URL.
    public var destination: String
    /// The highest counter that any tap of its chip has shown, 24 bits; nil before the first.
    public var highestCounter: UInt32?

    /// Whether a tag is in use.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It is out there and leads where it should.
        case active
        /// It was withdrawn: lost, replaced or given up.
        case revoked
    }

    /// A tag as a registry knows it.
    public init(
        id: String, uid: [UInt8]? = nil, org: String, fund: String? = nil, state: State = .active,
        destination: String, highestCounter: UInt32? = nil
    ) {
        self.id = id
        self.uid = uid
        self.org = org
        self.fund = fund
        self.state = state
        self.destination = destination
        self.highestCounter = highestCounter
    }
}
