public import TimeKit

/// A monthly gift with the choices that its donor has, read in one transaction.
public struct MonthlyGiftDetails: Hashable, Sendable {
    /// The monthly gift.
    public let recurring: RecurringGift
    /// The recipient.
    public let organization: Organization
    /// The fund of the next period.
    public let fund: Fund
    /// The funds that accept monthly gifts now.
    public let openFunds: [Fund]
    /// The payment method that is charged, as it was named, for example `pm_card_visa`.
    public let method: String?
    /// Today in the organization's time zone.
    public let today: CalendarDate

    /// Whether the gift can be changed: it is active, paused or past due.
    public var isOpen: Bool { [.active, .paused, .pastDue].contains(recurring.status) }

    /// The maximum length of a pause with an end, in days: two years.
    public static let longestPauseDays = 731

    /// Returns the time at which charges resume, from a day such as `2026-03-01`.
    ///
    /// - Throws: ``GivingError`` with code `wrongState` if the text is not a date, or the day is not after today or is
    ///   more than two years away.
    public func pauseEnd(_ day: String) throws(GivingError) -> Timestamp {
        guard let date = CalendarDate(iso8601: day) else {
            throw GivingError(.wrongState, "a pause until this day", wanted: "write the day like 2027-03-01")
        }
        guard today < date, date <= today.adding(days: Self.longestPauseDays) else {
            throw GivingError(
                .wrongState, "a pause until this day",
                wanted: "it has to be after today and at most two years away")
        }
        return organization.currentCalendar.start(of: date)
    }
}
