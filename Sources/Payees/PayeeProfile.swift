public import TimeKit

/// A person who is paid for work, and the account that receives the money.
public struct PayeeProfile: Hashable, Sendable, Codable, Identifiable {
    /// The payee's id, `drv_…`.
    public let id: String
    /// The name that payers see.
    public let name: String
    /// The IANA name of the payee's time zone, in which the payee's days, weeks and months are computed.
    public let timeZone: String
    /// The id of the organization that sells the work, or nil for the platform itself.
    public let org: String?
    /// The id of the connected account, `acct_…`, or nil until the payee starts setting up payouts.
    public internal(set) var account: String?

    /// The calendar of the payee's time zone, or of UTC if this system does not have the time zone.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }
}
