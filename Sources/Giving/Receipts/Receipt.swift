public import MoneyKit
public import TimeKit

/// A numbered paper that says what was given; once issued, only its state changes.
///
/// It holds everything that stands on it, as it was on that day: a new name of the organization or of the donor
/// changes no paper that is out there.
public struct Receipt: Hashable, Sendable, Codable, Identifiable {
    /// Whether it still says what was given.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The receipt is valid.
        case issued
        /// The gift went back, whole or in part; the number stays taken.
        case void
    }

    /// Its number, and its id: `T-WoodlandsChurch-2026-000001`.
    public var number: ReceiptNumber
    /// Who issued it.
    public var issuer: ReceiptIssuer
    /// The gift's id.
    public var gift: String
    /// How many receipts this gift has had with this one: 1, and one more each time something went back.
    public var revision: Int
    /// `donor_…`; nil when the donor was forgotten.
    public var donor: String?
    /// The donor's name as it was given; empty when the donor was forgotten.
    public var donorName: String
    /// The donor's e-mail address as it was given; empty when the donor was forgotten.
    public var donorEmail: String
    /// The fund's id.
    public var fund: String
    /// The fund's name on that day.
    public var fundName: String
    /// What was given: what was charged, less what had gone back when it was issued.
    public var total: Money
    /// How much of `total` covered the fee, in minor units.
    public var coveredFeeMinor: Int64
    /// What had gone back, in minor units; stands on the paper beside what was charged.
    public var refundedMinor: Int64
    /// It is one period of a monthly gift.
    public var isMonthly: Bool
    /// When the gift was paid.
    public var paidAt: Timestamp
    /// When it was issued.
    public var issued: Timestamp
    /// Whether it still says what was given.
    public var state = State.issued
    /// Since when it is void.
    public var voided: Timestamp?
    /// The receipt that it took the place of.
    public var replaces: ReceiptNumber?
    /// The receipt that took its place; nil when nothing is left of the gift.
    public var replacedBy: ReceiptNumber?
    /// Real money; never true in this version.
    public var livemode: Bool

    /// Its number.
    public var id: String { number.text }

    /// The day of the gift by the issuer's clock: its year is the donor's tax year.
    public var date: CalendarDate { issuer.calendar.date(of: paidAt) }
}

/// An organization as it stands on its papers.
public struct ReceiptIssuer: Hashable, Sendable, Codable {
    /// The organization's id.
    public var id: String
    /// The name that people know it by.
    public var displayName: String
    /// ISO 3166, two letters: which words the paper uses.
    public var country: String
    /// The number that the tax office knows it by.
    public var taxID: String?
    /// An IANA name: which day it was.
    public var timeZone: String

    /// An organization as it is now.
    public init(_ organization: Organization) {
        id = organization.id
        displayName = organization.displayName
        country = organization.country
        taxID = organization.taxID
        timeZone = organization.timeZone
    }

    /// Days and years by its clock.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }
}
