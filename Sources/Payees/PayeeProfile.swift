public import TimeKit

/// A person who is paid for work, with the connected account that receives the money.
public struct PayeeProfile: Hashable, Sendable, Codable {
    /// The payee's id, `drv_…`.
    public let id: String
    /// The name that payers see.
    public let name: String
    /// The IANA name of the payee's time zone, which determines when the payee's days, weeks and months
    /// begin.
    public let timeZone: String
    /// The id of the organization that sells the work, or nil for the platform itself.
    public let org: String?
    /// The id of the connected account, `acct_…`. Nil until the payee begins to set up payouts.
    public internal(set) var account: String?

    /// The calendar in the payee's time zone. If this machine does not know the time zone, UTC is used.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }
}
