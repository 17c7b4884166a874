public import TimeKit

/// A person who is paid for work, with the account that receives the money.
public struct PayeeProfile: Hashable, Sendable, Codable, Identifiable {
    /// The payee's id, `drv_…`.
    public let id: String
    /// The name that payers see.
    public let name: String
    /// An IANA time zone name, which determines the payee's days, weeks and months.
    public let timeZone: String
    /// The id of the organization that sells the work, or nil for the platform itself.
    public let org: String?
    /// The connected account, `acct_…`, or nil until the payee starts setting up payouts.
    public internal(set) var account: String?

    /// The calendar of the payee's time zone, or of UTC if this system does not have the time zone.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }
}
