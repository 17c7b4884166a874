public import MoneyKit
public import TimeKit

/// A numbered receipt for a gift. After it is issued, only its state changes.
///
/// It contains everything that is printed on it, as of the day of issue. If the organization's or the donor's name
/// changes later, the receipt does not change.
public struct Receipt: Hashable, Sendable, Codable, Identifiable {
    /// The validity of a receipt.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The receipt is valid.
        case issued
        /// The gift was refunded in full or in part, or was taken back by the donor's bank. The receipt's number is not
        /// reused.
        case void
    }

    /// The receipt's number, which is also its id, for example `T-WoodlandsChurch-2026-000001`.
    public var number: ReceiptNumber
    /// The organization that issued the receipt.
    public var issuer: ReceiptIssuer
    /// The gift's id.
    public var gift: String
    /// The number of receipts issued for this gift so far, including this one, starting at 1.
    public var revision: Int
    /// The donor's id, `donor_…`, or nil if the donor's data was deleted.
    public var donor: String?
    /// The donor's name as entered with the gift, or an empty string if the donor's data was deleted.
    public var donorName: String
    /// The donor's e-mail address as entered with the gift, or an empty string if the donor's data was deleted.
    public var donorEmail: String
    /// The fund's id.
    public var fund: String
    /// The fund's name at the time of the gift.
    public var fundName: String
    /// The amount given, as of the day of issue: the charge minus earlier refunds.
    public var total: Money
    /// The part of `total` that covered the fee, in minor units.
    public var coveredFeeMinor: Int64
    /// The refunded amount at the time of issue, in minor units. It is printed next to the charge.
    public var refundedMinor: Int64
    /// Whether the gift is one period of a monthly gift.
    public var isMonthly: Bool
    /// The time when the gift was paid.
    public var paidAt: Timestamp
    /// The time of issue.
    public var issued: Timestamp
    /// The validity of the receipt.
    public var state = State.issued
    /// The time from which the receipt is void, or nil.
    public var voided: Timestamp?
    /// The number of the void receipt that this receipt replaces, or nil.
    public var replaces: ReceiptNumber?
    /// The number of the receipt that replaces this one. It is nil if this receipt is valid, or if no amount of the
    /// gift remains.
    public var replacedBy: ReceiptNumber?
    /// Whether the money is real. Always false in this version.
    public var livemode: Bool

    /// The receipt's number as text.
    public var id: String { number.text }

    /// The day of the gift in the issuer's time zone. Its year is the donor's tax year.
    public var date: CalendarDate { issuer.calendar.date(of: paidAt) }
}

/// The details of an organization that are printed on receipts and statements.
public struct ReceiptIssuer: Hashable, Sendable, Codable {
    /// The organization's id.
    public var id: String
    /// The organization's name.
    public var displayName: String
    /// The ISO 3166 code of the organization's country, which determines the wording.
    public var country: String
    /// The organization's tax id, or nil.
    public var taxID: String?
    /// The IANA name of the time zone in which days are computed.
    public var timeZone: String

    /// Creates a copy of an organization's current details.
    public init(_ organization: Organization) {
        id = organization.id
        displayName = organization.displayName
        country = organization.country
        taxID = organization.taxID
        timeZone = organization.timeZone
    }

    /// The calendar in which days and years are computed. It is in UTC if this machine does not know the time zone.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }
}
