public import MoneyKit
public import TimeKit

/// A gift that is charged every month.
public struct RecurringGift: Hashable, Sendable, Codable {
    /// The status of a monthly gift.
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// The processor has not reported the result of the first charge yet.
        case processing
        /// The gift is charged every month.
        case active
        /// The gift is paused. No charges are made until the pause ends.
        case paused
        /// The gift has ended permanently.
        case canceled
        /// The latest charge was declined and will be retried.
        case pastDue = "past_due"
        /// The outcome of a charge is unknown and requires a manual review.
        case needsReview = "needs_review"
    }

    /// The monthly gift's id, `rec_…`.
    public var id: String
    /// The organization's id.
    public var organization: String
    /// The id of the fund that receives the next charge.
    public var fund: String
    /// The donor's id, `donor_…`, or nil if the donor's data was deleted.
    public var donor: String?
    /// The details that the donor entered, or nil if the donor's data was deleted.
    public var giver: DonorDetails?
    /// The monthly amount, excluding the covered fee.
    public var amount: Money
    /// The amount that the donor adds each month to cover the fee, in minor units.
    public var coveredFeeMinor: Int64
    /// The status, which follows the state of the gift's payment schedule.
    public var status: Status
    /// The id of the gift's payment schedule, `sch_…`, or nil.
    public var schedule: String?
    /// The id of the gift that records the first charge.
    public var firstGift: String
    /// The number of paid periods.
    public var paidPeriods: Int = 0
    /// The time of the next charge, or nil if no charge is planned.
    public var nextCharge: Timestamp?
    /// The time at which the pause ends, or nil if the gift is not paused or is paused without an end date.
    public var pausedUntil: Timestamp?
    /// Whether a slow charge, such as a bank debit, is in progress. The charge can still succeed after the
    /// monthly gift is canceled.
    public var isCharging = false
    /// The day of the month on which the gift is charged, 1...31. In a shorter month, the charge is on the
    /// last day.
    public var dayOfMonth: Int
    /// The failure code of the last charge, or nil if it did not fail.
    public var failureCode: String?
    /// The id of the tap from which the gift was made, or nil.
    public var tap: String?
    /// The time when the monthly gift was made.
    public var created: Timestamp
    /// The time when the monthly gift was canceled, or nil.
    public var canceledAt: Timestamp?

    /// Whether the monthly gift never started because its first charge failed. The failed attempt is stored
    /// as the gift ``firstGift``.
    public var neverBegan: Bool { status == .canceled && paidPeriods == 0 && failureCode != nil }

    /// The total that is charged each month.
    public var total: Money { Money(amount.minorUnits + coveredFeeMinor, amount.currency) }
}
