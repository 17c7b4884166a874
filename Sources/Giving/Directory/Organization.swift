public import MoneyKit
public import TimeKit

/// A church or charity that receives gifts.
public struct Organization: Hashable, Sendable, Codable {
    /// The state of an organization, which determines whether it accepts gifts.
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// The organization accepts gifts.
        case active
        /// The organization temporarily accepts no gifts.
        case suspended
        /// The organization has stopped accepting gifts permanently.
        case closed
    }

    /// The organization's id, which is part of URLs: 1 to 64 letters, digits, `.`, `_` or `-`. Ids are
    /// compared case-insensitively.
    public var id: String
    /// The name, in any script, without invisible characters.
    public var displayName: String
    /// Additional names for the organization in URLs. Aliases are compared byte by byte.
    public var aliases: [String] = []
    /// The https URL of the logo, or nil.
    public var logo: String?
    /// The main color, as a number sign and 6 hexadecimal digits in lower case, or nil.
    public var color: String?
    /// The currency of all gifts, which never changes.
    public var currency: Currency
    /// The IANA name of the time zone, such as `America/Chicago`.
    public var timeZone: String
    /// The organization's earlier time zones, oldest first, or nil if the time zone never changed.
    var earlierTimeZones: [EarlierTimeZone]?
    /// The ISO 3166 code of the country, which determines the wording of receipts. `ZZ` means that the
    /// country is unknown.
    public var country: String
    /// The tax id, which is printed on receipts, or nil. In the United States, the format is
    /// `12-3456789`.
    public var taxID: String?
    /// The amount that is preselected on the giving page, in minor units.
    public var defaultMinor: Int64
    /// The minimum gift, in minor units.
    public var leastMinor: Int64
    /// The maximum gift, in minor units.
    public var mostMinor: Int64
    /// The preset amounts, in minor units.
    public var presetsMinor: [Int64]
    /// The platform's fee for each gift, charged in addition to the processor's fee.
    public var platformFee: BasisPoints
    /// The text on card statements, 5 to 22 characters.
    public var statementDescriptor: String
    /// The id of the account at the processor, `acct_…`, or nil if onboarding has not started.
    public var account: String?
    /// The id of the fund that receives gifts for which no fund is specified, or nil.
    public var defaultFund: String?
    /// The state of the organization, which determines whether it accepts gifts.
    public var status: Status
    /// The last month whose books are closed, or nil if no month is closed.
    public var closedThrough: CalendarMonth?
    /// The time when the organization was added.
    public var created: Timestamp

    /// An earlier time zone of an organization, and the last time at which it applied.
    struct EarlierTimeZone: Hashable, Codable {
        /// The IANA name of the time zone.
        var timeZone: String
        /// The last time at which the time zone applied.
        var until: Timestamp
    }
}
