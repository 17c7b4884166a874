import ArgumentParser
import Documents
import Giving
import TimeKit

/// The options `--since` and `--until`: the first and the last day of a range.
struct DayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The first day, such as 2026-01-31.", valueName: "day"), transform: DayOptions.day)
    var since: CalendarDate?

    @Option(
        help: ArgumentHelp("The last day, inclusive, such as 2026-12-31.", valueName: "day"),
        transform: DayOptions.day)
    var until: CalendarDate?

    func validate() throws {
        if let since, let until, until < since {
            throw ValidationError("--until \(until.iso8601) is before --since \(since.iso8601).")
        }
    }

    /// Returns the time at which the first day starts in a calendar; nil if no first day is given.
    func start(by calendar: LocalCalendar) -> Timestamp? { since.map(calendar.start) }

    /// Returns the end of the last day in a calendar's time zone. This is the start of the next day. Returns
    /// nil if no last day is given.
    func end(by calendar: LocalCalendar) -> Timestamp? {
        until.map { calendar.start(of: $0.adding(days: 1)) }
    }

    /// Parses a day such as `2026-01-31`.
    static func day(_ text: String) throws -> CalendarDate {
        guard let day = CalendarDate(iso8601: text) else {
            throw ValidationError("Use a day such as 2026-01-31.")
        }
        return day
    }

    /// Parses a month such as `2026-10`.
    static func month(_ text: String) throws -> CalendarMonth {
        guard let month = CalendarMonth(iso8601: text) else {
            throw ValidationError("Use a month such as 2026-10.")
        }
        return month
    }
}
