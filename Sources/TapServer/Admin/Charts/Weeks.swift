import TimeKit

/// Weeks from Monday to Sunday, as an organization counts them.
enum Weeks {
    /// The last weeks, the oldest first; the last one holds `today` and ends with it.
    static func last(_ count: Int, upTo today: CalendarDate) -> [ClosedRange<CalendarDate>] {
        let monday = today.adding(days: 1 - today.weekday.rawValue)
        return (0..<count).reversed().map { index in
            let first = monday.adding(days: -7 * index)
            return first...min(first.adding(days: 6), today)
        }
    }
}
