public import MoneyKit
public import TimeKit

/// Who may be given to.
public struct Organization: Hashable, Sendable, Codable, Identifiable {
    /// Whether it may be given to.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// The organization accepts gifts.
        case active
        /// The organization accepts no gifts for the time being.
        case suspended
        /// The organization accepts no gifts any more.
        case closed
    }

    /// The slug, as it stands in URLs: 1...64 letters, digits, `.`, `_`, `-`; compared without case.
    public var id: String
    /// In any script, without control characters.
    public var displayName: String
    /// Other names under which URLs find it, exact to the octet.
    public var aliases: [String] = []
    /// An https URL, or nil.
    public var logo: String?
    /// What it is given in.
    public var currency: Currency
    /// An IANA name: `America/Chicago`.
    public var timeZone: String
    /// The organization's earlier time zones, oldest first, or nil if it never changed.
    public var earlierTimeZones: [EarlierTimeZone]?
    /// ISO 3166, two letters: which words its receipts use.
    public var country: String
    /// `12-3456789`; stands on receipts in the United States.
    public var taxID: String?
    /// What the page offers first, in minor units.
    public var defaultMinor: Int64
    /// The least gift, in minor units.
    public var leastMinor: Int64
    /// The greatest gift, in minor units.
    public var mostMinor: Int64
    /// Amounts to choose from, in minor units.
    public var presetsMinor: [Int64]
    /// What the platform keeps besides the processor's fee.
    public var platformFee: BasisPoints
    /// What stands on the card statement: 5 to 22 characters.
    public var statementDescriptor: String
    /// `acct_…`; nil until it is onboarded.
    public var account: String?
    /// The id of the fund that is meant where none is named.
    public var defaultFund: String?
    /// Whether it may be given to.
    public var status: Status
    /// The last month whose books are closed, or nil if none is.
    public var closedThrough: CalendarMonth?
    /// When it was added.
    public var created: Timestamp

    /// An earlier time zone of an organization, and the last moment at which it applied.
    public struct EarlierTimeZone: Hashable, Sendable, Codable {
        /// The IANA name of the time zone.
        public var timeZone: String
        /// The last moment at which the time zone applied.
        public var until: Timestamp
    }
}
