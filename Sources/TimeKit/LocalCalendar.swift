import Foundation

/// A calendar that uses the time zone of a location.
///
/// If the time zone of the location has changed, use ``preceded(by:)`` to keep earlier dates unchanged.
public struct LocalCalendar: Sendable {
    private let zone: TimeZone
    /// The earlier time zones, oldest first, each with the last time at which it applied.
    private var earlier: [(zone: TimeZone, until: Timestamp)] = []

    /// Creates the calendar for an IANA time zone. Returns nil if the name is unknown.
    ///
    /// Names without a slash are rejected, except `UTC` and `GMT`, because abbreviations such as `EST` have
    /// different meanings in different countries. `GMT+5` is also rejected, because it means the opposite of
    /// `Etc/GMT+5`.
    public init?(timeZone name: String) {
        guard name.utf8.contains(UInt8(ascii: "/")) || name == "UTC" || name == "GMT",
            let zone = TimeZone(identifier: name)
        else { return nil }
        self.zone = zone
    }

    /// Returns a calendar that also uses the location's earlier time zones.
    ///
    /// - Parameter zones: The IANA names of the earlier time zones, oldest first, each with the last time at
    ///   which it applied. Names that this machine does not know are treated as UTC.
    public func preceded(by zones: [(timeZone: String, until: Timestamp)]) -> LocalCalendar {
        var calendar = self
        calendar.earlier = zones.map { (LocalCalendar(timeZone: $0.timeZone)?.zone ?? .gmt, $0.until) }
        return calendar
    }

    /// Returns the local date at a time.
    public func date(of time: Timestamp) -> CalendarDate { time.date(offsetSeconds: offsetSeconds(at: time)) }

    /// Returns the local time of day for a point in time, as the number of seconds after 00:00 on a local
    /// clock, 0...86399.
    public func secondOfDay(of time: Timestamp) -> Int64 {
        time.adding(seconds: offsetSeconds(at: time)).secondOfDay
    }

    /// Returns the range of times that make up a year. Returns nil if the year is not in 1...9998.
    public func period(ofYear year: Int) -> Range<Timestamp>? {
        guard let first = start(ofYear: year), let next = start(ofYear: year + 1) else { return nil }
        return first..<next
    }

    /// Returns the range of times that make up a range of days: from the start of `days.lowerBound` to the
    /// start of `days.upperBound`, which is not included.
    public func period(_ days: Range<CalendarDate>) -> Range<Timestamp> {
        let first = start(of: days.lowerBound)
        return first..<max(first, start(of: days.upperBound))
    }

    private func start(ofYear year: Int) -> Timestamp? {
        CalendarDate(year: year, month: 1, day: 1).map(start)
    }

    /// Returns the time at which a day starts. This is midnight or, if midnight is skipped, the first valid
    /// time of the day.
    ///
    /// If a location switches to a time zone farther west, some hours of the previous day occur twice. A day
    /// starts when its date occurs for the first time.
    public func start(of day: CalendarDate) -> Timestamp {
        var begin = Timestamp.earliest
        for period in earlier {
            let start = max(begin, LocalCalendar(zone: period.zone).startInZone(of: day))
            if start <= period.until { return start }
            begin = max(begin, period.until.adding(seconds: 1))
        }
        return max(begin, LocalCalendar(zone: zone).startInZone(of: day))
    }

    private func startInZone(of day: CalendarDate) -> Timestamp {
        let midnight = day.startOfDay
        // Shortly before the offset changes, the first guess may use the wrong offset, which the second guess
        // corrects. If midnight is skipped, the second guess is on the previous day, and the first guess is correct.
        let guess = midnight.adding(seconds: -offsetSeconds(at: midnight))
        let start = midnight.adding(seconds: -offsetSeconds(at: guess))
        return date(of: start) < day ? guess : start
    }

    /// Returns the offset from UTC at a time, in seconds. It is positive east of Greenwich.
    public func offsetSeconds(at time: Timestamp) -> Int64 {
        let zone = earlier.first { time <= $0.until }?.zone ?? zone
        return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(time.seconds))))
    }
}

extension LocalCalendar {
    /// The calendar in UTC.
    public static let utc = LocalCalendar(zone: .gmt)

    private init(zone: TimeZone) { self.zone = zone }
}
