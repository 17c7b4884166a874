import Testing
import TimeKit

@Suite struct LocalCalendarTests {
    @Test(
        "a year begins at midnight of the local January 1",
        arguments: [
            ("UTC", 2026, "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
            ("America/Chicago", 2026, "2026-01-01T06:00:00Z", "2027-01-01T06:00:00Z"),
            ("Australia/Sydney", 2026, "2025-12-31T13:00:00Z", "2026-12-31T13:00:00Z"),
            ("Asia/Kolkata", 2026, "2025-12-31T18:30:00Z", "2026-12-31T18:30:00Z"),
            // Samoa skipped December 30 of 2011, and the year still begins at its midnight.
            ("Pacific/Apia", 2012, "2011-12-31T10:00:00Z", "2012-12-31T10:00:00Z"),
        ])
    func years(zone: String, year: Int, first: String, next: String) throws {
        let calendar = try #require(LocalCalendar(timeZone: zone))
        let period = try #require(calendar.period(ofYear: year))
        #expect(period.lowerBound.iso8601 == first)
        #expect(period.upperBound.iso8601 == next)
    }

    @Test("the seconds around midnight belong to their own years")
    func edges() throws {
        let calendar = try #require(LocalCalendar(timeZone: "America/Chicago"))
        let period = try #require(calendar.period(ofYear: 2026))
        #expect(calendar.date(of: period.lowerBound).iso8601 == "2026-01-01")
        #expect(calendar.date(of: period.lowerBound.adding(seconds: -1)).iso8601 == "2025-12-31")
        #expect(calendar.date(of: period.upperBound.adding(seconds: -1)).iso8601 == "2026-12-31")
    }

    @Test(
        "a day begins at midnight, or at the first time that clocks show",
        arguments: [
            ("UTC", "2026-03-01", "2026-03-01T00:00:00Z", 0),
            ("America/Chicago", "2026-07-01", "2026-07-01T05:00:00Z", 0),
            // Clocks went from 23:59 to 01:00 on this night.
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", 3_600),
        ])
    func days(zone: String, day: String, first: String, second: Int64) throws {
        let calendar = try #require(LocalCalendar(timeZone: zone))
        let start = calendar.start(of: try #require(CalendarDate(iso8601: day)))
        #expect(start.iso8601 == first)
        #expect(calendar.date(of: start).iso8601 == day)
        #expect(calendar.secondOfDay(of: start) == second)
        #expect(calendar.date(of: start.adding(seconds: -1)).iso8601 < day)
    }

    @Test("has no years before 1 or after 9998", arguments: [0, -1, 9999, Int.max - 1])
    func noYear(year: Int) { #expect(LocalCalendar.utc.period(ofYear: year) == nil) }

    /// Distant time zones on both sides of the date line.
    static let moves = [
        "America/Chicago", "Asia/Tokyo", "Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC",
        "Asia/Kolkata",
    ]

    @Test("a place that changed its time zone keeps its earlier days (M-3)", arguments: moves, moves)
    func moved(from: String, to: String) throws {
        let (before, after) = (
            try #require(LocalCalendar(timeZone: from)), try #require(LocalCalendar(timeZone: to))
        )
        let first = try #require(CalendarDate(iso8601: "2026-12-28"))
        let last = try #require(CalendarDate(iso8601: "2026-12-31"))
        for hour in 0..<48 {
            let until = last.startOfDay.adding(seconds: Int64(hour) * 3_600)
            let calendar = after.preceded(by: [(from, until)])
            for step in stride(from: Int64(-100), through: 100, by: 1) {
                let time = until.adding(seconds: step * 1_800)
                #expect(calendar.date(of: time) == (time <= until ? before : after).date(of: time))
            }
            // Days follow each other without a gap, and each begins when its date is first reached.
            var start = calendar.start(of: first)
            for number in 0..<10 {
                let day = first.adding(days: number)
                let next = calendar.start(of: day.adding(days: 1))
                #expect(start <= next && calendar.start(of: day) == start)
                #expect(calendar.date(of: start) >= day)
                #expect(calendar.date(of: start.adding(seconds: -1)) < day)
                start = next
            }
        }
    }
}
