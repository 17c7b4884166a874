/// A day of the month by the clock of a place, and the hour in UTC at which it comes.
///
/// The hour is chosen so that UTC and the place have the same date then, whatever offset the place has at that time of
/// the year. A processor that counts months in UTC therefore counts the same days as a person at that place: a short
/// month uses its last day, and later months return to the day.
public struct MonthlyDay: Hashable, Sendable, Codable {
    /// The day of the month, 1...31.
    public let day: Int
    /// The hour in UTC, 0...23.
    public let hour: Int
    /// The IANA name of the place's time zone.
    public let timeZone: String

    /// A day of the month at a place.
    ///
    /// A time zone that this machine does not know is read as UTC.
    ///
    /// - Parameters:
    ///   - day: A number outside of 1...31 becomes the nearest end.
    ///   - time: The offsets of the two years after this moment decide the hour.
    public init(_ day: Int, in timeZone: String, from time: Timestamp) {
        self.day = min(max(day, 1), 31)
        self.timeZone = timeZone
        let hours = Self.calendar(timeZone).sharedHours(from: time)
        // The middle bears the largest later change of the place's clocks.
        hour = (hours.lowerBound + hours.upperBound) / 2
    }

    /// The calendar of the place.
    public var calendar: LocalCalendar { Self.calendar(timeZone) }

    /// The day in a month, or the last one of a shorter month.
    public func date(in month: CalendarMonth) -> CalendarDate {
        month.first.adding(days: day - 1, within: month)
    }

    /// The moment of the day in a month.
    public func occurrence(in month: CalendarMonth) -> Timestamp {
        date(in: month).startOfDay.adding(seconds: Int64(hour) * 3600)
    }

    /// The month of a moment, by the clock of the place; of an occurrence the one in UTC, which is the same unless the
    /// place has another time zone by now.
    public func month(of time: Timestamp) -> CalendarMonth {
        let month = CalendarMonth(of: time.date)
        return time.date == date(in: month) ? month : CalendarMonth(of: calendar.date(of: time))
    }

    /// The first occurrence after a moment.
    ///
    /// - Parameter month: Only later months than this one count; nil: all of them.
    public func next(after time: Timestamp, behind month: CalendarMonth? = nil) -> Timestamp {
        // In UTC: the month of an occurrence is the same there, and so no occurrence is passed over.
        let present = CalendarMonth(of: time.date)
        var candidate = month.map { max($0.next, present) } ?? present
        while occurrence(in: candidate) <= time, candidate < candidate.next { candidate = candidate.next }
        return occurrence(in: candidate)
    }

    /// Whether a moment is the day of its month, at an hour at which UTC and the place have the same date.
    public func includes(_ time: Timestamp) -> Bool {
        let today = time.date
        return today == date(in: CalendarMonth(of: today))
            && calendar.sharedHours(from: time).contains(Int(time.secondOfDay / 3600))
    }

    /// The same day of the month, at an hour that fits a time zone's present offsets.
    ///
    /// - Returns: This day unless the time zone is another one, or its offsets have changed.
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
    /// The day so many days later, but not past the end of a month.
    fileprivate func adding(days: Int, within month: CalendarMonth) -> CalendarDate {
        min(adding(days: days), month.days.upperBound)
    }
}

extension LocalCalendar {
    /// The hours of a day in UTC at which UTC and the place have the same date, and still have it two hours later.
    ///
    /// The processor charges about an hour after a period begins. Offsets are from UTC-12 to UTC+14, so that there
    /// are nine hours at least.
    ///
    /// - Parameter time: The offsets of the two years after this moment count. Those before do not: Samoa was at
    ///   UTC-11 until it left out a day.
    public func sharedHours(from time: Timestamp) -> ClosedRange<Int> {
        // No place keeps an offset for less than two weeks: Morocco's shortest is the month of Ramadan.
        let fortnight: Int64 = 14 * 86_400
        let offsets = (0...52).map { offsetSeconds(at: time.adding(seconds: $0 * fortnight)) }
        return Self.hours(offsets) ?? Self.hours([offsets[52]]) ?? 12...12
    }

    /// The hours that hold at all of these offsets; nil if there are none.
    private static func hours(_ offsets: [Int64]) -> ClosedRange<Int>? {
        guard let least = offsets.min(), let most = offsets.max() else { return nil }
        let first = (max(0, -least) + 3599) / 3600
        let last = (86_400 - max(0, most)) / 3600 - 2
        return first <= last ? Int(first)...Int(last) : nil
    }
}
