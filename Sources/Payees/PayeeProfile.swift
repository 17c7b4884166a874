public import TimeKit

/// Who is paid for work: a person of ours, and the account where the money goes.
public struct PayeeProfile: Hashable, Sendable, Codable, Identifiable {
    /// `drv_…`
    public let id: String
    /// As payers know it.
    public let name: String
    /// An IANA name: by its clock days, weeks and months are told.
    public let timeZone: String
    /// The organization that sells the work, by its id; nil for the platform itself.
    public let org: String?
    /// `acct_…`; nil until the payee begins to set payouts up.
    public internal(set) var account: String?

    /// Days, weeks and months by its clock; by UTC where its time zone is not known on this machine.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }
}
