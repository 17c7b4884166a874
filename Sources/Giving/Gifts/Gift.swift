public import MoneyKit
public import TextKit
public import TimeKit

/// A one-time gift or one charge of a monthly gift.
public struct Gift: Hashable, Sendable, Codable {
    /// The status of a gift.
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// The processor has not reported a result yet.
        case processing
        /// The donor's bank requires the donor to authenticate the payment.
        case requiresAction = "requires_action"
        /// The gift was paid.
        case succeeded
        /// The payment was declined or refused. Lists still show the gift, but no money was charged.
        case failed
        /// The gift was canceled before it was paid.
        case canceled
        /// The gift was refunded in full.
        case refunded
        /// Part of the gift was refunded.
        case partiallyRefunded = "partially_refunded"
        /// The donor's bank has opened a dispute, or has taken the money back.
        case disputed
        /// The outcome is unknown, and a person must determine it.
        case needsReview = "needs_review"
    }

    /// The gift's id, `gift_…`. Ids sort by creation time, to the second.
    public var id: String
    /// The organization's id, in the same letter case as in the organization's record.
    public var organization: String
    /// The fund's id.
    public var fund: String
    /// The fund's name at the time of the gift.
    public var fundName: String
    /// The IANA name of the organization's time zone at the time of the gift. This time zone determines the
    /// days on which the gift was made and paid.
    public var timeZone: String
    /// The donor's id, `donor_…`, or nil if the donor's data was deleted.
    public var donor: String?
    /// The details that the donor entered for this gift, or for the monthly gift to which this gift belongs.
    /// Nil if the donor's data was deleted.
    public var giver: DonorDetails?
    /// The amount given, without the covered fee. This amount goes to the fund.
    public var amount: Money
    /// The covered fee, in minor units: the amount that the donor added so that the organization receives the
    /// full `amount`.
    public var coveredFeeMinor: Int64
    /// The application fee, in minor units: the total minus the organization's share.
    public var feeMinor: Int64
    /// The status, which follows the state of the gift's payment.
    public var status: Status
    /// The part of the total that was refunded, or that the donor's bank took back, in minor units.
    public var refundedMinor: Int64 = 0
    /// The part of `amount` that counts toward the fund's total, in minor units: `amount` minus refunds, or
    /// zero if the gift is unpaid or was lost in a dispute.
    public var countedMinor: Int64 = 0
    /// The id of the monthly gift to which this gift belongs, or nil for a one-time gift.
    public var recurring: String?
    /// The payment's id, `pay_…`, or nil.
    public var payment: String?
    /// The id of the processor's payment intent, `pi_…`, or nil.
    public var paymentIntent: String?
    /// The number of the gift's valid receipt, or nil.
    public var receiptNumber: String?
    /// The opaque id of the tap from which the gift was made, or nil.
    public var tap: String?
    /// The processor's failure code, for the organization's staff, or nil.
    public var failureCode: String?
    /// Whether every failed payment attempt had a cause that the payer cannot resolve, such as an unknown
    /// payment method. False if a card was declined. Nil if no attempt has failed.
    public var isRefused: Bool?
    /// Whether the money is real. Always false in this version.
    public var livemode = false
    /// The time when the gift was made.
    public var created: Timestamp
    /// The time when the gift was paid, or nil.
    public var paidAt: Timestamp?
    /// The day to which statements and totals assign the gift, if it differs from the day of payment;
    /// otherwise nil. The days differ if the month of the payment was already closed when the payment was
    /// recorded, or if the gift was paid before the day under which it is listed (``listedOn``).
    public var bookedOn: CalendarDate?
    /// If the gift was made in a month whose books were already closed, the day on which the gift was
    /// recorded; otherwise nil.
    public var knownOn: CalendarDate?

    /// The organization's calendar, in the organization's time zone at the time of the gift.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }

    /// The day under which lists and exports show the gift: ``knownOn`` if set, otherwise the day on which
    /// the gift was made. This day never changes.
    ///
    /// After the month of this day is closed, each change to the gift is recorded as a ``LateChange``.
    public var listedOn: CalendarDate { knownOn ?? madeOn }

    /// The day on which the gift was made.
    public var madeOn: CalendarDate { calendar.date(of: created) }

    /// The day on which the gift was paid. For an unpaid gift, the day on which it was made. The year of this
    /// day is the tax year for the donor.
    public var paidOn: CalendarDate { calendar.date(of: paidAt ?? created) }

    /// The day to which statements and totals assign the gift.
    public var day: CalendarDate { bookedOn ?? paidOn }

    /// The total charge: the sum of `amount` and the covered fee.
    public var total: Money { Money(amount.minorUnits + coveredFeeMinor, amount.currency) }
}

extension Gift.Status {
    /// A clause that continues the phrase "a gift that" and describes the status.
    public var words: String {
        switch self {
        case .processing: "is not paid yet"
        case .requiresAction: "is waiting for the donor to confirm it with the bank"
        case .succeeded: "was paid"
        case .failed: "was not paid"
        case .canceled: "was canceled"
        case .refunded: "was refunded"
        case .partiallyRefunded: "was partially refunded"
        case .disputed: "is disputed"
        case .needsReview: "a person must review"
        }
    }
}

extension Gift.Status: NamedState {}
extension RecurringGift.Status: NamedState {}
extension Receipt.State: NamedState {}
extension Organization.Status: NamedState {}
