public import TimeKit

extension Organization {
    /// The organization's calendar, in UTC if this machine does not know its time zone.
    ///
    /// Each time is converted in the time zone that applied then, so a change of the time zone moves no past day.
    public var calendar: LocalCalendar {
        guard let earlierTimeZones else { return currentCalendar }
        return currentCalendar.preceded(by: earlierTimeZones.map { ($0.timeZone, $0.until) })
    }

    /// The calendar for future days, in the current time zone, or in UTC if this machine does not know it.
    public var currentCalendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }

    /// Returns whether the books of a day's month are closed.
    public func hasClosed(_ day: CalendarDate) -> Bool {
        closedThrough.map { CalendarMonth(of: day) <= $0 } ?? false
    }

    /// Returns the charge day of a monthly gift that starts at a given time.
    func monthlyDay(at time: Timestamp) -> MonthlyDay {
        MonthlyDay(currentCalendar.date(of: time).day, in: timeZone, from: time)
    }
}
