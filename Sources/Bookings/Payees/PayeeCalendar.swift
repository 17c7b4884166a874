import Foundation
public import TimeKit

/// Days, weeks and months by a payee's own clock.
public struct PayeeCalendar: Sendable {
    /// UTC.
    public static let utc = PayeeCalendar(zone: .gmt)

    private let zone: TimeZone

    private init(zone: TimeZone) { self.zone = zone }

    /// The calendar of an IANA time zone such as `America/Chicago`; nil where there is none of this name.
    public init?(timeZone name: String) {
        guard name.contains("/") || name == "UTC", let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    /// The day of a moment.
    public func date(of time: Timestamp) -> CalendarDate { time.date(offsetSeconds: offset(at: time)) }

    /// From the first moment of a day to the first of another, which is not in it.
    public func period(_ days: Range<CalendarDate>) -> Range<Timestamp> {
        let first = start(of: days.lowerBound)
        return first..<max(first, start(of: days.upperBound))
    }

    /// The first moment of a day: clocks then show midnight, or what comes next where midnight is left out.
    private func start(of day: CalendarDate) -> Timestamp {
        let midnight = day.startOfDay
        // The offset before a change of clocks may be wrong for the moment that it leads to; the second look is not,
        // unless this midnight was left out: then it leads into the day before.
        let guess = midnight.adding(seconds: -offset(at: midnight))
        let start = midnight.adding(seconds: -offset(at: guess))
        return date(of: start) < day ? guess : start
    }

    private func offset(at time: Timestamp) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(time.seconds))))
    }
}
