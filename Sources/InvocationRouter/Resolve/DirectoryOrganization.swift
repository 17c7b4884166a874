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
    public enum Status: String, Hashable, Sendable, CaseIterable {
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
