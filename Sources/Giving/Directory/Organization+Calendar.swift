public import TimeKit

extension Organization {
    /// The organization's calendar. If this machine does not know the organization's time zone, UTC is used.
    ///
    /// Each time is converted with the time zone that the organization had at that time. A later change of the time
    /// zone therefore does not change past dates.
    public var calendar: LocalCalendar {
        guard let earlierTimeZones else { return currentCalendar }
        return currentCalendar.preceded(by: earlierTimeZones.map { ($0.timeZone, $0.until) })
    }

    /// The calendar for future days, which uses the organization's current time zone. If this machine does not know
    /// that time zone, UTC is used.
    public var currentCalendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }

    /// Returns whether the books of the month that contains this day are closed.
    public func hasClosed(_ day: CalendarDate) -> Bool {
        closedThrough.map { CalendarMonth(of: day) <= $0 } ?? false
    }

    /// Returns the charge day for a monthly gift that starts at a given time.
    func monthlyDay(at time: Timestamp) -> MonthlyDay {
        MonthlyDay(currentCalendar.date(of: time).day, in: timeZone, from: time)
    }
}
