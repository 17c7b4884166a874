public import TimeKit

/// A monthly gift and the data that is needed to change it, read in one transaction.
public struct MonthlyGiftDetails: Hashable, Sendable {
    /// The monthly gift, in its current state.
    public let recurring: RecurringGift
    /// The organization that receives the gift.
    public let organization: Organization
    /// The fund that receives the next charge.
    public let fund: Fund
    /// The funds that currently accept monthly gifts.
    public let openFunds: [Fund]
    /// The payment method, such as `pm_card_visa`, if it was chosen in this program. Nil if it was chosen at
    /// the processor.
    public let method: String?
    /// The current day in the organization's time zone.
    public let today: CalendarDate

    /// Whether the gift can be changed. True if the gift is active, paused or past due.
    public var isOpen: Bool { [.active, .paused, .pastDue].contains(recurring.status) }

    /// The maximum length of a pause with an end date, in days: two years.
    public static let longestPauseDays = 731

    /// Returns the time at which a pause ends: the start of the given day in the organization's time zone.
    ///
    /// - Parameter day: The day on which charges resume, such as `2026-03-01`.
    /// - Throws: ``GivingError`` with code `wrongState` if the text is not a date, or if the day is not in
    ///   the future or is more than two years away.
    public func pauseEnd(_ day: String) throws(GivingError) -> Timestamp {
        guard let date = CalendarDate(iso8601: day) else {
            throw GivingError(
                .wrongState, "the specified day", wanted: "enter a date like 2027-03-01")
        }
        guard today < date, date <= today.adding(days: Self.longestPauseDays) else {
            throw GivingError(
                .wrongState, "the specified day",
                wanted: "the date must be after today and at most two years away")
        }
        return organization.currentCalendar.start(of: date)
    }
}
