/// A day of the month at a location, and the hour in UTC at which a monthly event takes place on that day.
///
/// The hour is chosen so that UTC and the location have the same date when the event takes place. A processor
/// that counts months in UTC therefore uses the location's dates. In a month without this day, the event
/// takes place on the last day of the month.
public struct MonthlyDay: Hashable, Sendable, Codable {
    /// The day of the month, 1...31.
    public let day: Int
    /// The hour in UTC at which the monthly event takes place, 0...23.
    public let hour: Int
    /// The IANA name of the location's time zone.
    public let timeZone: String

    /// Creates a day of the month at a location.
    ///
    /// If this machine does not know the time zone, UTC is used.
    ///
    /// - Parameters:
    ///   - day: The day of the month, clamped to 1...31.
    ///   - timeZone: The IANA name of the location's time zone.
    ///   - time: The start of a two-year period. If possible, UTC and the location have the same date at the
    ///     chosen hour throughout this period.
    public init(_ day: Int, in timeZone: String, from time: Timestamp) {
        self.day = min(max(day, 1), 31)
        self.timeZone = timeZone
        let hours = Self.calendar(timeZone).sharedHours(from: time)
        // The middle of the range leaves the most room for later changes to the offset.
        hour = (hours.lowerBound + hours.upperBound) / 2
    }

    /// The calendar of the location's time zone.
    public var calendar: LocalCalendar { Self.calendar(timeZone) }

    /// Returns the date of the day in a month. If the month is shorter, returns its last date.
    public func date(in month: CalendarMonth) -> CalendarDate {
        month.first.adding(days: day - 1, within: month)
    }

    /// Returns the time of the monthly event in the given month.
    public func occurrence(in month: CalendarMonth) -> Timestamp {
        date(in: month).startOfDay.adding(seconds: Int64(hour) * 3600)
    }

    /// Returns the month that contains `time`, in the location's time zone. On the UTC date of the monthly
    /// event, returns the month in UTC instead. The month of an event therefore stays the same if the
    /// location changes its time zone.
    public func month(of time: Timestamp) -> CalendarMonth {
        let month = CalendarMonth(of: time.date)
        return time.date == date(in: month) ? month : CalendarMonth(of: calendar.date(of: time))
    }

    /// Returns the first occurrence that is later than a given time.
    ///
    /// - Parameter month: All months up to and including this month are skipped. If nil, no month is skipped.
    public func next(after time: Timestamp, laterThan month: CalendarMonth? = nil) -> Timestamp {
        // The search uses months in UTC. Each occurrence has the same month in UTC as at the location, so none is
        // skipped.
        let present = CalendarMonth(of: time.date)
        var candidate = month.map { max($0.next, present) } ?? present
        while occurrence(in: candidate) <= time, candidate < candidate.next { candidate = candidate.next }
        return occurrence(in: candidate)
    }

    /// Returns whether a time is on this day of its month, at an hour when UTC and the location have the same
    /// date.
    public func includes(_ time: Timestamp) -> Bool {
        let today = time.date
        return today == date(in: CalendarMonth(of: today))
            && calendar.sharedHours(from: time).contains(Int(time.secondOfDay / 3600))
    }

    /// Returns the same day of the month in a time zone. Chooses a new hour if this value has a different
    /// time zone, or if its hour is no longer in ``LocalCalendar/sharedHours(from:)``.
    ///
    /// - Returns: The day with the new hour, or this value if it needs no new hour.
    public func kept(in timeZone: String, at time: Timestamp) -> MonthlyDay {
        guard timeZone == self.timeZone, calendar.sharedHours(from: time).contains(hour) else {
            return MonthlyDay(day, in: timeZone, from: time)
        }
        return self
    }

    private static func calendar(_ timeZone: String) -> LocalCalendar {
        LocalCalendar(timeZone: timeZone) ?? .utc
    }
}

extension CalendarDate {
    /// Returns the date that is `days` days later or, if that date is after the end of `month`, the last day
    /// of `month`.
    fileprivate func adding(days: Int, within month: CalendarMonth) -> CalendarDate {
        min(adding(days: days), month.days.upperBound)
    }
}

extension LocalCalendar {
    /// Returns the hours in UTC at which a billing period can start if the charge must have the same date in
    /// UTC and in the location. The processor charges about an hour after the start of the period, so the
    /// dates must be the same for at least two hours from the start.
    ///
    /// If no hour meets this condition for all UTC offsets in the two years after `time`, returns the hours
    /// that meet it for the last of these offsets.
    ///
    /// - Parameter time: The start of the two years whose offsets are considered. Earlier offsets are
    ///   ignored, because they may be very different: Samoa was at UTC-11 until it skipped a day.
    public func sharedHours(from time: Timestamp) -> ClosedRange<Int> {
        // No location has an offset for less than two weeks. The shortest time is that of Morocco's offset during
        // Ramadan.
        let fortnight: Int64 = 14 * 86_400
        let offsets = (0...52).map { offsetSeconds(at: time.adding(seconds: $0 * fortnight)) }
        return Self.hours(offsets) ?? Self.hours([offsets[52]]) ?? 12...12
    }

    /// Returns the hours in UTC that meet the condition of ``sharedHours(from:)`` for all of these UTC
    /// offsets. Returns nil if no hour meets it.
    private static func hours(_ offsets: [Int64]) -> ClosedRange<Int>? {
        guard let least = offsets.min(), let most = offsets.max() else { return nil }
        let first = (max(0, -least) + 3599) / 3600
        let last = (86_400 - max(0, most)) / 3600 - 2
        return first <= last ? Int(first)...Int(last) : nil
    }
}
