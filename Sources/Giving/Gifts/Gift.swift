public import MoneyKit
public import TextKit
public import TimeKit

/// Money given: once, or as one period of a monthly gift.
public struct Gift: Hashable, Sendable, Codable, Identifiable {
    /// How far it is.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// The processor has not reported a result yet.
        case processing
        /// The donor's bank wants to hear the donor.
        case requiresAction = "requires_action"
        /// The gift is paid and booked.
        case succeeded
        /// Declined or refused; stays listed, nothing is booked.
        case failed
        /// The gift was canceled before it was paid.
        case canceled
        /// All of it went back.
        case refunded
        /// A part of the gift was refunded.
        case partiallyRefunded = "partially_refunded"
        /// The donor's bank asks for it back, or has got it back.
        case disputed
        /// Nobody can tell by machine: a person has to look.
        case needsReview = "needs_review"
    }

    /// `gift_…`; sorts by the second in which it was made.
    public var id: String
    /// The organization's id, in its own spelling.
    public var organization: String
    /// The fund's id.
    public var fund: String
    /// The fund's name at the time of the gift.
    public var fundName: String
    /// The IANA name of the organization's time zone at the time of the gift. The gift's days are always computed in
    /// it.
    public var timeZone: String
    /// `donor_…`; nil when the donor was forgotten.
    public var donor: String?
    /// What they wrote about themselves with this gift, or with the monthly gift that it is a period of; nil when the
    /// donor was forgotten.
    public var giver: DonorDetails?
    /// What is given: counts for the fund.
    public var amount: Money
    /// What the donor added so that the church gets `amount` whole, in minor units.
    public var coveredFeeMinor: Int64
    /// The application fee: the total less what reaches the church, in minor units.
    public var feeMinor: Int64
    /// How far it is.
    public var status: Status
    /// What went back, in minor units of the total.
    public var refundedMinor: Int64 = 0
    /// What of `amount` still counts for the fund, in minor units: nothing unless paid, less what went back.
    public var countedMinor: Int64 = 0
    /// The monthly gift that it is a period of.
    public var recurring: String?
    /// `pay_…`
    public var payment: String?
    /// `pi_…`
    public var paymentIntent: String?
    /// The number of its receipt that counts.
    public var receiptNumber: String?
    /// The tap from which it came, as an opaque id.
    public var tap: String?
    /// Why it failed: the processor's code; for the organization's people.
    public var failureCode: String?
    /// Whether a failed gift was refused before any card was declined. Nil if it never failed.
    public var isRefused: Bool?
    /// Real money; never true in this version.
    public var livemode = false
    /// When it was made.
    public var created: Timestamp
    /// When it was paid.
    public var paidAt: Timestamp?
    /// The booking day if it differs from the payment day because the books of that month were closed.
    public var bookedOn: CalendarDate?
    /// The day on which the gift became known, if the books of the month in which it was made were closed before.
    public var knownOn: CalendarDate?

    /// The organization's calendar at the time of the gift.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }

    /// The day on which lists and exports show the gift: the day on which it was made, or became known. It never
    /// changes.
    ///
    /// Once the books of its month are closed, any change to the gift is a ``LateChange``.
    public var listedOn: CalendarDate { knownOn ?? madeOn }

    /// The day on which the gift was made.
    public var madeOn: CalendarDate { calendar.date(of: created) }

    /// The day on which the gift was paid, or made if it is unpaid. Its year is the donor's tax year.
    public var paidOn: CalendarDate { calendar.date(of: paidAt ?? created) }

    /// The day on which the gift appears in statements and totals.
    public var day: CalendarDate { bookedOn ?? paidOn }

    /// What is charged: `amount` and the cover.
    public var total: Money { Money(amount.minorUnits + coveredFeeMinor, amount.currency) }
}

extension Gift.Status {
    /// What a gift of this status is, behind "a gift that", with the status behind it.
    public var words: String {
        let words =
            switch self {
            case .processing: "is not paid yet"
            case .requiresAction: "waits for what the donor's bank asks"
            case .succeeded: "was paid"
            case .failed: "was not paid"
            case .canceled: "was canceled"
            case .refunded: "was refunded"
            case .partiallyRefunded: "was partially refunded"
            case .disputed: "the donor's bank disputes"
            case .needsReview: "a person has to look at"
            }
        return "\(words) (\(rawValue))"
    }
}

extension Gift.Status: NamedState {}
extension RecurringGift.Status: NamedState {}
extension Receipt.State: NamedState {}
extension Organization.Status: NamedState {}
