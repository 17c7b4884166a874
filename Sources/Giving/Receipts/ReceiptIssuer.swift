public import TimeKit

/// The details of an organization that are printed on receipts and statements.
public struct ReceiptIssuer: Hashable, Sendable, Codable {
    /// The organization's id.
    public var id: String
    /// The organization's name as printed on the document.
    public var displayName: String
    /// The ISO 3166 code of the organization's country. The country determines the wording.
    public var country: String
    /// The organization's tax id, or nil.
    public var taxID: String?
    /// The IANA name of the time zone for dates.
    public var timeZone: String

    /// Creates the details from an organization's current settings.
    public init(_ organization: Organization) {
        id = organization.id
        displayName = organization.displayName
        country = organization.country
        taxID = organization.taxID
        timeZone = organization.timeZone
    }

    /// The calendar for dates and years, in UTC if the time zone is not known on this machine.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }
}
