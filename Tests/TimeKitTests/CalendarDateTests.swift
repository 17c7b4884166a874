import Testing
import TimeKit

@Suite struct CalendarDateTests {
    /// Every day from 1900 to 2200, counted up one by one, as a second method to compare with.
    static let days: [(year: Int, month: Int, day: Int)] = {
        var days: [(Int, Int, Int)] = []
        for year in 1900...2200 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in lengths.enumerated() {
                for day in 1...length { days.append((year, month + 1, day)) }
            }
        }
        return days
    }()

    @Test("knows every day from 1900 to 2200, its moment and its weekday")
    func everyDay() throws {
        let first = -2_208_988_800 as Int64  // 1900-01-01, a Monday
        for (index, day) in Self.days.enumerated() {
            let date = try #require(CalendarDate(year: day.year, month: day.month, day: day.day))
            let midnight = first + Int64(index) * 86_400
            guard date.startOfDay.seconds == midnight, date.weekday.rawValue == index % 7 + 1,
                Timestamp(seconds: midnight).date == date, Timestamp(seconds: midnight + 86_399).date == date,
                CalendarDate(iso8601: date.iso8601) == date
            else {
                Issue.record("\(date.iso8601)")
                return
            }
        }
    }

    @Test("refuses days that a month does not have")
    func noOtherDays() {
        for year in 1900...2200 {
            let known = (1...12).compactMap { CalendarDate.daysInMonth($0, of: year) }.reduce(0, +)
            let found = (-1...14).flatMap { month in
                (-1...33).compactMap { CalendarDate(year: year, month: month, day: $0) }
            }
            #expect(found.count == known)
            #expect(found == found.sorted())
        }
    }

    @Test(
        "adds months, to the same day or the month's last one",
        arguments: [
            ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-01-31", 2, "2026-03-31"),
            ("2026-01-31", 13, "2027-02-28"), ("2026-03-31", -1, "2026-02-28"),
            ("2026-01-15", -1, "2025-12-15"),
            ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"),
            ("2026-12-01", 0, "2026-12-01"),
            ("2026-12-01", 9_999_999, "9999-12-31"), ("2026-12-01", -9_999_999, "0001-01-01"),
            ("2026-12-01", .max, "9999-12-31"), ("2026-12-01", .min, "0001-01-01"),
            ("0001-01-01", -1, "0001-01-01"), ("9999-12-01", 1, "9999-12-31"),
        ])
    func addsMonths(start: String, months: Int, end: String) throws {
        #expect(try #require(CalendarDate(iso8601: start)).adding(months: months).iso8601 == end)
    }

    @Test(
        "adds and subtracts days",
        arguments: [
            ("2026-02-28", 1, "2026-03-01"), ("2024-02-28", 1, "2024-02-29"),
            ("2026-01-01", -1, "2025-12-31"),
            ("1900-02-28", 1, "1900-03-01"), ("2000-02-28", 1, "2000-02-29"),
            ("2026-01-01", .max, "9999-12-31"), ("2026-01-01", .min, "0001-01-01"),
        ])
    func addsDays(start: String, days: Int, end: String) throws {
        #expect(try #require(CalendarDate(iso8601: start)).adding(days: days).iso8601 == end)
    }

    @Test(
        "refuses a date with other text",
        arguments: ["2026-01-31T09:00:00Z", "2026-01-31-", "x"])
    func refuses(text: String) { #expect(CalendarDate(iso8601: text) == nil) }
}
