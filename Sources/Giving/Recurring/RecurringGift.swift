public import MoneyKit
public import TimeKit

/// A gift that comes again every month.
public struct RecurringGift: Hashable, Sendable, Codable, Identifiable {
    /// How far it is.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// The first charge has no result yet.
        case processing
        /// The gift is charged every month.
        case active
        /// No charges are made until the gift is resumed.
        case paused
        /// The gift has ended for good.
        case canceled
        /// The latest charge was declined and will be retried.
        case pastDue = "past_due"
        /// A result is unclear, and a person must decide.
        case needsReview = "needs_review"
    }

    /// `rec_…`
    public var id: String
    /// The organization's id.
    public var organization: String
    /// The fund's id: what the next period counts for.
    public var fund: String
    /// `donor_…`; nil when the donor was forgotten.
    public var donor: String?
    /// What they wrote about themselves with it; nil when the donor was forgotten.
    public var giver: DonorDetails?
    /// What is given each month.
    public var amount: Money
    /// What the donor adds each month for the fee, in minor units.
    public var coveredFeeMinor: Int64
    /// How far it is.
    public var status: Status
    /// `sch_…`
    public var schedule: String?
    /// The gift of the first period.
    public var firstGift: String
    /// How many periods were paid.
    public var paidPeriods: Int = 0
    /// When it is charged next; nil when it has ended, or is paused until it is resumed.
    public var nextCharge: Timestamp?
    /// Until when it is paused; nil while it is paused until it is resumed.
    public var pausedUntil: Timestamp?
    /// Whether a bank debit is under way, which may be paid even after it was canceled.
    public var isCharging = false
    /// The day of the month on which it is charged, 1...31; short months use their last.
    public var dayOfMonth: Int
    /// Why the last charge failed.
    public var failureCode: String?
    /// The tap from which it came.
    public var tap: String?
    /// When it was made.
    public var created: Timestamp
    /// When it ended.
    public var canceledAt: Timestamp?

    /// True if the first charge failed, so the monthly gift never started. The attempt is listed as the failed gift
    /// ``firstGift``.
    public var neverBegan: Bool { status == .canceled && paidPeriods == 0 && failureCode != nil }

    /// What is charged each month.
    public var total: Money { Money(amount.minorUnits + coveredFeeMinor, amount.currency) }
}
