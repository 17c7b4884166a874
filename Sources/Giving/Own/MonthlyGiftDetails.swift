public import TimeKit

/// A monthly gift with what its donor may choose instead, of one moment.
public struct MonthlyGiftDetails: Hashable, Sendable {
    /// The monthly gift.
    public let recurring: RecurringGift
    /// Who gets it.
    public let organization: Organization
    /// What the next period counts for.
    public let fund: Fund
    /// The funds that take monthly gifts now.
    public let openFunds: [Fund]
    /// The payment method by which it is charged, as it was named: `pm_card_visa`.
    public let method: String?
    /// Today, by the organization's clock.
    public let today: CalendarDate

    /// Whether anything can be changed: it runs, or could run again.
    public var isOpen: Bool { [.active, .paused, .pastDue].contains(recurring.status) }

    /// For how many days a pause with an end may last: two years.
    public static let longestPauseDays = 731

    /// The moment from which on it is charged again, of a day as `2026-03-01`.
    ///
    /// - Throws: ``GivingError`` with code `wrongState` for what is no day, has come already, or is too far away.
    public func pauseEnd(_ day: String) throws(GivingError) -> Timestamp {
        guard let date = CalendarDate(iso8601: day) else {
            throw GivingError(.wrongState, "a pause until this day", wanted: "write the day as 2027-03-01")
        }
        guard today < date, date <= today.adding(days: Self.longestPauseDays) else {
            throw GivingError(
                .wrongState, "a pause until this day",
                wanted: "it has to be after today and at most two years away")
        }
        return organization.currentCalendar.start(of: date)
    }
}
