/// The data in the directory about an organization that is needed to resolve URLs.
public struct DirectoryOrganization: Hashable, Sendable {
    /// The organization's id as spelled in the directory. It is compared with ids in URLs, ignoring ASCII case.
    public var id: String
    /// The organization's display name, in any script, without control characters.
    public var displayName: String
    /// Additional names in URLs. A name in a URL must match an alias exactly; similar names are not accepted.
    public var aliases: [String]
    /// The organization's status.
    public var status: Status
    /// Whether the organization's account at the processor exists and can receive charges.
    public var isPayable: Bool
    /// The default fund, which receives a gift whose URL contains no fund, or nil.
    public var defaultFund: String?
    /// The organization's funds, including closed ones.
    public var funds: [DirectoryFund]

    /// The statuses of an organization.
    public enum Status: String, Sendable, CaseIterable {
        /// The organization accepts gifts.
        case active
        /// The organization temporarily accepts no gifts.
        case suspended
        /// The organization no longer accepts gifts.
        case closed
    }

    /// Creates an organization with its data in the directory.
    public init(
        id: String, displayName: String, aliases: [String] = [], status: Status = .active,
        isPayable: Bool = true, defaultFund: String? = nil, funds: [DirectoryFund]
    ) {
        self.id = id
        self.displayName = displayName
        self.aliases = aliases
        self.status = status
        self.isPayable = isPayable
        self.defaultFund = defaultFund
        self.funds = funds
    }

    /// Returns the fund with this id, compared octet by octet: `007` is not `7`.
    public func fund(_ id: String) -> DirectoryFund? { funds.first { $0.id.utf8.elementsEqual(id.utf8) } }

    /// The funds that accept gifts.
    public var openFunds: [DirectoryFund] { funds.filter(\.isOpen) }

    /// Returns whether a name from a URL is the organization's id, ignoring only ASCII case.
    func isNamed(_ name: String) -> Bool {
        id.utf8.lazy.map(\.lowercasedASCII).elementsEqual(name.utf8.lazy.map(\.lowercasedASCII))
    }

    /// Returns whether the organization has registered exactly this alias.
    func hasRegistered(_ alias: String) -> Bool { aliases.contains { $0.utf8.elementsEqual(alias.utf8) } }
}

/// A purpose that donors to an organization can choose for their gifts.
public struct DirectoryFund: Hashable, Sendable {
    /// The fund's id within the organization: text, never a number.
    public var id: String
    /// The fund's display name.
    public var name: String
    /// Whether the fund accepts gifts.
    public var isOpen: Bool
    /// Whether the fund accepts one-time gifts.
    public var offersOneTime: Bool
    /// Whether the fund accepts monthly gifts.
    public var offersMonthly: Bool

    /// Creates a fund with its data in the directory.
    public init(
        id: String, name: String, isOpen: Bool = true, offersOneTime: Bool = true, offersMonthly: Bool = true
    ) {
        self.id = id
        self.name = name
        self.isOpen = isOpen
        self.offersOneTime = offersOneTime
        self.offersMonthly = offersMonthly
    }
}

/// A tag's entry in the registry.
public struct DirectoryTag: Hashable, Sendable {
    /// The tag's id, which is the same on every tap.
    public var id: String
    /// The chip's UID, 7 bytes; nil if it was never read.
    public var uid: [UInt8]?
    /// The organization for which the tag is registered, as spelled in the directory.
    public var org: String
    /// The fund for which the tag is registered; nil means the organization's default fund.
    public var fund: String?
    /// The tag's state.
    public var state: State
    /// The current destination of a managed tag (`/t/{tag}`): a giving URL.
    public var destination: String
    /// The highest counter seen in any tap of the chip, 24 bits; nil before the first tap.
    public var highestCounter: UInt32?

    /// The states of a tag.
    public enum State: String, Sendable, CaseIterable {
        /// The tag is in use, and its destination can be looked up.
        case active
        /// The tag was withdrawn, because it was lost, replaced or released.
        case revoked
    }

    /// Creates a tag with its entry in the registry.
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

/// A lookup of organizations: the giving service's directory, or a table in a test.
public protocol OrganizationDirectory: Sendable {
    /// Returns the organization with this id, ignoring ASCII case, or nil.
    func organization(named name: String) async throws -> DirectoryOrganization?
    /// Returns the organization that has registered exactly this alias, or nil.
    func organization(alias: String) async throws -> DirectoryOrganization?
}

/// A lookup of tags: the registry, or a table in a test.
public protocol TagDirectory: Sendable {
    /// Returns the tag with this id, compared octet by octet; nil if it is not registered.
    func tag(id: String) async throws -> DirectoryTag?
    /// Returns the tag with this UID; nil if it is not registered.
    func tag(uid: [UInt8]) async throws -> DirectoryTag?
}

/// The result of checking a tap's SUN message (`docs/invocation-url.md` §6).
///
/// The service that has the keys also stores the counters. If two taps with the same counter arrive
/// simultaneously, only that service can determine which is new.
public enum SUNVerdict: Hashable, Sendable {
    /// The message was not checked, or there is no message. This is not evidence of a tap.
    case unchecked
    /// The message's MAC is valid, and its counter, 24 bits, is greater than every earlier counter of this
    /// chip.
    case genuine(uid: [UInt8], counter: UInt32)
    /// The message's MAC is valid, but its counter is not greater than the highest earlier one. The message is a
    /// copy from an earlier tap.
    case replayed(uid: [UInt8], counter: UInt32, highest: UInt32)
    /// The message's MAC is not valid, and none of its data may be used.
    case rejected
}
