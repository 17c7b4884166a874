public import TimeKit

extension Organization {
    /// Days and years by its clock; by UTC where its time zone is not known on this machine.
    ///
    /// A moment is told by the time zone that it had then: another time zone moves nothing that has happened.
    public var calendar: LocalCalendar {
        guard let earlierTimeZones else { return currentCalendar }
        return currentCalendar.preceded(by: earlierTimeZones.map { ($0.timeZone, $0.until) })
    }

    /// Days by the time zone that it has now, for what is still to come; by UTC if that is not known on this machine.
    public var currentCalendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }

    /// Whether the books of a day's month are closed.
    public func hasClosed(_ day: CalendarDate) -> Bool {
        closedThrough.map { CalendarMonth(of: day) <= $0 } ?? false
    }

    /// The day on which something is booked that belongs to `day`: that day, or today if its month is closed.
    func bookingDay(of day: CalendarDate, at time: Timestamp) -> CalendarDate {
        hasClosed(day) ? calendar.date(of: time) : day
    }

    /// The day of a monthly gift that is begun at a moment.
    func monthlyDay(at time: Timestamp) -> MonthlyDay {
        MonthlyDay(currentCalendar.date(of: time).day, in: timeZone, from: time)
    }
}
