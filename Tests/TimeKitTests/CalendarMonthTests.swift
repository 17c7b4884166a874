import Testing
import TimeKit

@Suite struct CalendarMonthTests {
    @Test(
        "reads a month only in the form 2026-10",
        arguments: [
            ("2026-10", true), ("0001-01", true), ("9999-12", true), ("2026-13", false), ("2026-00", false),
            ("2026-1", false), ("2026-10-01", false), ("26-10", false), ("", false), ("2026/10", false),
            ("0000-01", false),
        ])
    func reads(text: String, isMonth: Bool) {
        let month = CalendarMonth(iso8601: text)
        #expect((month != nil) == isMonth)
        if let month { #expect(month.iso8601 == text) }
    }

    @Test("in leap years and others, every month begins after the previous one")
    func follows() throws {
        var month = try #require(CalendarMonth(iso8601: "2023-12"))
        for _ in 0..<24 {
            #expect(month.next > month)
            #expect(month.next.days.lowerBound == month.days.upperBound.adding(days: 1))
            #expect(month.days.map(\.day) == Array(1...month.days.upperBound.day))
            month = month.next
        }
        #expect(month.iso8601 == "2025-12" && CalendarMonth.last(of: 2025) == month)
        let last = try #require(CalendarMonth(iso8601: "9999-12"))
        #expect(last.next == last)
    }
}

extension ClosedRange<CalendarDate> {
    fileprivate func map<T>(_ transform: (CalendarDate) -> T) -> [T] {
        var (day, all): (CalendarDate, [T]) = (lowerBound, [])
        while day <= upperBound {
            all.append(transform(day))
            day = day.adding(days: 1)
        }
        return all
    }
}
