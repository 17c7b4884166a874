import Testing
import TimeKit

/// Days, weeks and months in a time zone.
@Suite struct LocalPeriodTests {
    // B3-07, B3-17
    @Test(
        "a period excludes its end, in local time",
        arguments: [
            // Monday, 2026-03-09, 00:30 in Chicago: the night after the clocks went forward.
            (.today, "2026-03-09T05:00:00Z", "2026-03-10T05:00:00Z"),
            (.thisWeek, "2026-03-09T05:00:00Z", "2026-03-16T05:00:00Z"),
            (.thisMonth, "2026-03-01T06:00:00Z", "2026-04-01T05:00:00Z"),
            (.lastDays(7), "2026-03-02T05:30:01Z", "2026-03-09T05:30:01Z"),
            (.lastDays(30), "2026-02-07T05:30:01Z", "2026-03-09T05:30:01Z"),
            // The day has 23 hours.
            (.days(day("2026-03-08")..<day("2026-03-09")), "2026-03-08T06:00:00Z", "2026-03-09T05:00:00Z"),
            (.days(day("2026-01-31")..<day("2026-01-31")), "2026-01-31T06:00:00Z", "2026-01-31T06:00:00Z"),
        ] as [(LocalPeriod, String, String)])
    func period(period: LocalPeriod, first: String, end: String) throws {
        let calendar = try #require(LocalCalendar(timeZone: "America/Chicago"))
        let now = try #require(Timestamp(iso8601: "2026-03-09T05:30:00Z"))
        let moments = period.moments(at: now, in: calendar)
        #expect(moments.lowerBound.iso8601 == first)
        #expect(moments.upperBound.iso8601 == end)
    }

    // B3-07
    @Test("a range of days includes its last day, and can be open at either end")
    func customDays() throws {
        let chicago = try #require(LocalCalendar(timeZone: "America/Chicago"))
        let now = Timestamp(seconds: 0)
        func moments(_ first: String?, _ last: String?) -> [String]? {
            let days = LocalPeriod.days(from: first.map(day), through: last.map(day))
            return days.map { $0.moments(at: now, in: chicago) }
                .map { [$0.lowerBound.iso8601, $0.upperBound.iso8601] }
        }
        // A single day of 23 hours. The range excludes the next second.
        #expect(moments("2026-03-08", "2026-03-08") == ["2026-03-08T06:00:00Z", "2026-03-09T05:00:00Z"])
        #expect(moments("2026-03-08", "2026-03-31") == ["2026-03-08T06:00:00Z", "2026-04-01T05:00:00Z"])
        #expect(moments("2026-03-08", nil)?.first == "2026-03-08T06:00:00Z")
        #expect(moments(nil, "2026-03-08")?.last == "2026-03-09T05:00:00Z")
        #expect(moments(nil, nil) != nil)
        #expect(moments("2026-03-09", "2026-03-08") == nil)
    }

    @Test(
        "a year is that of the local calendar, from 1 to 9998",
        arguments: ["UTC", "America/Chicago", "Pacific/Apia"])
    func years(zone: String) throws {
        let calendar = try #require(LocalCalendar(timeZone: zone))
        // Apia skipped a whole day at the end of 2011.
        for year in [2011, 2012, 2024, 2026] {
            let period = try #require(LocalPeriod.year(year)).moments(at: .earliest, in: calendar)
            #expect(period == calendar.period(ofYear: year))
        }
        #expect(LocalPeriod.year(0) == nil && LocalPeriod.year(9_999) == nil && LocalPeriod.year(-1) == nil)
        #expect(LocalPeriod.year(9_998) != nil && LocalPeriod.year(1) != nil)
    }

    @Test("the same moment is in different weeks in different time zones")  // B3-07
    func zones() throws {
        let now = try #require(Timestamp(iso8601: "2026-01-04T23:30:00Z"))
        let tokyo = try #require(LocalCalendar(timeZone: "Asia/Tokyo"))
        let chicago = try #require(LocalCalendar(timeZone: "America/Chicago"))
        // It is Monday in Tokyo and Sunday in Chicago, and so another week.
        #expect(
            LocalPeriod.thisWeek.moments(at: now, in: tokyo).lowerBound.iso8601 == "2026-01-04T15:00:00Z")
        #expect(
            LocalPeriod.thisWeek.moments(at: now, in: chicago).lowerBound.iso8601
                == "2025-12-29T06:00:00Z")
        #expect(LocalCalendar(timeZone: "EST") == nil)
    }
}

private func day(_ text: String) -> CalendarDate {
    guard let date = CalendarDate(iso8601: text) else { preconditionFailure("\(text) is no date") }
    return date
}
