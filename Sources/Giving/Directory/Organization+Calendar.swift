public import TimeKit

extension Organization {
    /// The organization's calendar, or a calendar in UTC if the organization's time zone is not known on this
    /// machine.
    ///
    /// Each time is converted with the time zone that the organization had at that time. A later change to
    /// the time zone therefore does not change past dates.
    public var calendar: LocalCalendar {
        guard let earlierTimeZones else { return currentCalendar }
        return currentCalendar.preceded(by: earlierTimeZones.map { ($0.timeZone, $0.until) })
    }

    /// The calendar for future days, in the organization's current time zone, or in UTC if that time zone is
    /// not known on this machine.
    var currentCalendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }

    /// Returns whether the books of the month that contains this day are closed.
    func hasClosed(_ day: CalendarDate) -> Bool {
        closedThrough.map { CalendarMonth(of: day) <= $0 } ?? false
    }

    /// Returns the charge day for a monthly gift that starts at a given time.
    func monthlyDay(at time: Timestamp) -> MonthlyDay {
        MonthlyDay(currentCalendar.date(of: time).day, in: timeZone, from: time)
    }
}
