public import TimeKit

extension Organization {
    /// The organization's calendar, or the calendar in UTC if this machine does not know the organization's time zone.
    ///
    /// Each time is converted in the time zone that applied at that time, so a change of the time zone does not move
    /// past days.
    public var calendar: LocalCalendar {
        guard let earlierTimeZones else { return currentCalendar }
        return currentCalendar.preceded(by: earlierTimeZones.map { ($0.timeZone, $0.until) })
    }

    /// The calendar for future days: in the organization's current time zone, or in UTC if this machine does not know
    /// that time zone.
    public var currentCalendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }

    /// Returns whether the books of the month that contains the day are closed.
    public func hasClosed(_ day: CalendarDate) -> Bool {
        closedThrough.map { CalendarMonth(of: day) <= $0 } ?? false
    }

    /// Returns the charge day of a monthly gift that starts at a given time.
    func monthlyDay(at time: Timestamp) -> MonthlyDay {
        MonthlyDay(currentCalendar.date(of: time).day, in: timeZone, from: time)
    }
}
