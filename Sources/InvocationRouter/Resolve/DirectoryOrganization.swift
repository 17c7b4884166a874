/// An organization in the directory, with the data that is required to resolve giving URLs.
public struct DirectoryOrganization: Hashable, Sendable {
    /// The organization's id in its registered spelling. The id in a URL can differ from this spelling in
    /// ASCII case.
    public var id: String
    /// The organization's name for display, in any script and without control characters.
    public var displayName: String
    /// Other names that URLs can contain instead of the id. A name in a URL must be exactly equal to an
    /// alias; similar names are not accepted.
    public var aliases: [String]
    /// The status, which determines whether the organization accepts gifts.
    public var status: Status
    /// Whether the organization has an account at the payment processor that can receive charges.
    public var isPayable: Bool
    /// The id of the default fund, which receives a gift if the URL names no fund; nil if there is no default
    /// fund.
    public var defaultFund: String?
    /// The organization's funds, including closed funds.
    public var funds: [DirectoryFund]

    /// The status of an organization, which determines whether the organization accepts gifts.
    public enum Status: String, Sendable, CaseIterable {
        /// The organization accepts gifts.
        case active
        /// The organization temporarily does not accept gifts.
        case suspended
        /// The organization no longer accepts gifts.
        case closed
    }

    /// Creates an organization. By default, the organization is active and payable, and has no aliases and no
    /// default fund.
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

    /// Returns the fund with this id; nil if there is no such fund. Ids are compared octet by octet: `007` is
    /// not `7`.
    public func fund(_ id: String) -> DirectoryFund? { funds.first { $0.id.utf8.elementsEqual(id.utf8) } }

    /// The funds that currently accept gifts.
    public var openFunds: [DirectoryFund] { funds.filter(\.isOpen) }

    /// Returns whether a name from a URL is the organization's id. ASCII case is ignored.
    func isNamed(_ name: String) -> Bool {
        id.utf8.lazy.map(\.lowercasedASCII).elementsEqual(name.utf8.lazy.map(\.lowercasedASCII))
    }

    /// Returns whether the organization has exactly this alias.
    func hasRegistered(_ alias: String) -> Bool { aliases.contains { $0.utf8.elementsEqual(alias.utf8) } }
}

/// A fund of an organization: a purpose that donors can choose for their gifts.
public struct DirectoryFund: Hashable, Sendable {
    /// The fund's id, which is unique within the organization. An id is text, never a number.
    public var id: String
    /// The fund's name for display.
    public var name: String
    /// Whether the fund currently accepts gifts.
    public var isOpen: Bool
    /// Whether the fund accepts one-time gifts.
    public var offersOneTime: Bool
    /// Whether the fund accepts monthly gifts.
    public var offersMonthly: Bool

    /// Creates a fund. By default, the fund is open and accepts both one-time and monthly gifts.
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

/// A tag in the registry.
public struct DirectoryTag: Hashable, Sendable {
    /// The tag's id, as it appears in URLs.
    public var id: String
    /// The UID of the tag's chip, 7 bytes; nil if the UID is not known.
    public var uid: [UInt8]?
    /// The id of the organization that the tag is assigned to, in its registered spelling.
    public var org: String
    /// The id of the fund that the tag is assigned to; nil means the organization's default fund.
    public var fund: String?
    /// The tag's state: in use or revoked.
    public var state: State
    /// The giving URL that a managed tag (`/t/{tag}`) currently points to.
    public var destination: String
    /// The highest tap counter recorded for this tag, 24 bits; nil if no counter has been recorded.
    public var highestCounter: UInt32?

    /// The state of a registered tag.
    public enum State: String, Sendable, CaseIterable {
        /// The tag is in use.
        case active
        /// The tag is no longer in use, because it was lost, replaced or released.
        case revoked
    }

    /// Creates a registered tag. By default, the tag is active, is assigned to the default fund, and has no
    /// recorded tap counter.
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

/// A directory of organizations, such as the giving service's database or a table for tests.
public protocol OrganizationDirectory: Sendable {
    /// Returns the organization with this id, ignoring ASCII case. If no organization has this id, a
    /// directory can return the organization with exactly this alias. Returns nil if no organization matches.
    func organization(named name: String) async throws -> DirectoryOrganization?
    /// Returns the organization with exactly this alias; nil if there is no such organization.
    func organization(alias: String) async throws -> DirectoryOrganization?
}

/// A directory of tags, such as the registry or a table for tests.
public protocol TagDirectory: Sendable {
    /// Returns the tag with this id; nil if the tag is not registered. Ids are compared octet by octet.
    func tag(id: String) async throws -> DirectoryTag?
    /// Returns the tag whose chip has this UID; nil if the tag is not registered.
    func tag(uid: [UInt8]) async throws -> DirectoryTag?
}

/// The result of verifying the SUN message of a tap (`docs/invocation-url.md` §6).
///
/// The service that has the keys verifies the message and stores the highest counters. If two taps with the
/// same counter arrive simultaneously, only that service can decide which tap to accept.
public enum SUNVerdict: Hashable, Sendable {
    /// The message was not verified, or the URL contains no message. The tap is not proven.
    case unchecked
    /// The message's MAC is valid, and the message's counter (24 bits) is higher than every earlier counter
    /// of this chip.
    case genuine(uid: [UInt8], counter: UInt32)
    /// The message's MAC is valid, but the message's counter is not higher than `highest`, the highest
    /// earlier counter. The URL was copied from an earlier tap or opened again.
    case replayed(uid: [UInt8], counter: UInt32, highest: UInt32)
    /// The message's MAC is not valid. The message's data must not be used.
    case rejected
}
