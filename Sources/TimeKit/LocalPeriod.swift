/// A period for which gifts, earnings or sales are totaled.
public enum LocalPeriod: Hashable, Sendable {
    /// The current day, from midnight to midnight.
    case today
    /// The current week, from Monday through Sunday.
    case thisWeek
    /// The current month, from its first through its last day.
    case thisMonth
    /// The given number of 24-hour periods, up to the current second.
    case lastDays(Int)
    /// All times that the calendar can represent.
    case allTime
    /// A range of days. The upper bound is not included.
    case days(Range<CalendarDate>)

    /// Returns the period from `first` through `last`, including both days. If one of the two is nil, the
    /// period is unlimited on that side.
    ///
    /// - Returns: The period, or nil if `last` is earlier than `first`.
    public static func days(from first: CalendarDate?, through last: CalendarDate?) -> LocalPeriod? {
        let begin = first ?? Timestamp.earliest.date
        let end = last.map { $0.adding(days: 1) } ?? Timestamp.latest.date
        return begin < end ? .days(begin..<end) : nil
    }

    /// Returns the period of a calendar year.
    ///
    /// - Returns: The period, or nil if the year is not in 1...9998.
    public static func year(_ year: Int) -> LocalPeriod? {
        guard let first = CalendarDate(year: year, month: 1, day: 1), year < 9_999 else { return nil }
        return .days(first..<first.adding(months: 12))
    }

    /// Returns the range of times that make up the period. The upper bound is not included.
    public func moments(at now: Timestamp, in calendar: LocalCalendar) -> Range<Timestamp> {
        let today = calendar.date(of: now)
        switch self {
        case .today: return calendar.period(today..<today.adding(days: 1))
        case .thisWeek:
            let monday = today.adding(days: 1 - today.weekday.rawValue)
            return calendar.period(monday..<monday.adding(days: 7))
        case .thisMonth:
            let first = today.adding(days: 1 - today.day)
            return calendar.period(first..<first.adding(months: 1))
        case .lastDays(let days):
            let end = now.adding(seconds: 1)
            return end.adding(seconds: -Int64(max(0, days)) * 86_400)..<end
        case .allTime: return .earliest ..< .latest
        case .days(let days): return calendar.period(days)
        }
    }
}
