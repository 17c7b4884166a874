/// What the directory knows of an organization, as far as a URL can lead to it.
public struct DirectoryOrganization: Hashable, Sendable {
    /// Its id in the directory's own spelling; URLs are compared with it without ASCII case.
    public var id: String
    /// What people see: any script, free of controls.
    public var displayName: String
    /// The names that lead to it beside its id, each of them exactly, never by likeness.
    public var aliases: [String]
    /// Whether it takes part.
    public var status: Status
    /// Its account at the processor exists and may be charged for.
    public var isPayable: Bool
    /// The fund of a gift that names none.
    public var defaultFund: String?
    /// Its funds, closed ones included.
    public var funds: [DirectoryFund]

    /// Whether an organization takes part.
    public enum Status: String, Sendable, CaseIterable {
        /// Gifts are taken.
        case active
        /// No gifts for now.
        case suspended
        /// No gifts any more.
        case closed
    }

    /// An organization as a directory knows it.
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

    /// The fund of this id, compared octet by octet: `007` is not `7`.
    public func fund(_ id: String) -> DirectoryFund? { funds.first { $0.id.utf8.elementsEqual(id.utf8) } }

    /// The funds that take gifts.
    public var openFunds: [DirectoryFund] { funds.filter(\.isOpen) }

    /// Whether a name from a URL is its id: without ASCII case, otherwise octet by octet.
    func isNamed(_ name: String) -> Bool {
        id.utf8.lazy.map(\.lowercasedASCII).elementsEqual(name.utf8.lazy.map(\.lowercasedASCII))
    }

    /// Whether it registered exactly this alias, octet by octet.
    func hasRegistered(_ alias: String) -> Bool { aliases.contains { $0.utf8.elementsEqual(alias.utf8) } }
}

/// A purpose that gifts are bound to.
public struct DirectoryFund: Hashable, Sendable {
    /// Its id within the organization: text, never a number.
    public var id: String
    /// What people see.
    public var name: String
    /// It takes gifts.
    public var isOpen: Bool
    /// It takes gifts that are given once.
    public var offersOneTime: Bool
    /// It takes monthly gifts.
    public var offersMonthly: Bool

    /// A fund as a directory knows it.
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
    /// Its id, the same on every tap.
    public var id: String
    /// The chip's UID, 7 bytes; nil if it was never read.
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
    public enum State: String, Sendable, CaseIterable {
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

/// A lookup of organizations: the giving service's directory, or a table in a test.
public protocol OrganizationDirectory: Sendable {
    /// Returns the organization with this id, compared without ASCII case; nil if there is none.
    func organization(named name: String) async throws -> DirectoryOrganization?
    /// The organization that registered exactly this alias, octet by octet; never one that is only like it.
    func organization(alias: String) async throws -> DirectoryOrganization?
}

/// A lookup of tags: the registry, or a table in a test.
public protocol TagDirectory: Sendable {
    /// The tag of this id, octet by octet; nil if the registry does not know it.
    func tag(id: String) async throws -> DirectoryTag?
    /// The tag with this UID; nil if the registry does not know it.
    func tag(uid: [UInt8]) async throws -> DirectoryTag?
}

/// The result of checking a tap's SUN message (`docs/invocation-url.md` §6).
///
/// The holder of the keys also stores the counters: if two taps arrive at once with the same counter, only it can
/// decide which one is new.
public enum SUNVerdict: Hashable, Sendable {
    /// Not checked, or no message. This is not evidence of a tap.
    case unchecked
    /// Its MAC verifies, and its counter is above every one that was seen of this chip, 24 bits.
    case genuine(uid: [UInt8], counter: UInt32)
    /// Its MAC verifies, and its counter is not above the highest one that was seen: a copy of an earlier tap.
    case replayed(uid: [UInt8], counter: UInt32, highest: UInt32)
    /// Its MAC does not verify; nothing that it says may be used.
    case rejected
}
