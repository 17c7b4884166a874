import Foundation
import Testing
import TimeKit

@Suite struct MonthlyDayTests {
    private static let start = Timestamp(seconds: 1_767_225_600)  // 2026-01-01

    /// Zones at both ends of the range, with half and quarter hours and daylight saving time in both
    /// hemispheres.
    private static let zones: [(name: String, hours: ClosedRange<Int>)] = [
        ("UTC", 0...22), ("Asia/Tokyo", 0...13), ("Pacific/Auckland", 0...9), ("Pacific/Apia", 0...9),
        ("Pacific/Kiritimati", 0...8), ("Pacific/Chatham", 0...8), ("America/Chicago", 6...22),
        ("America/St_Johns", 4...22), ("Etc/GMT+12", 12...22), ("Europe/London", 0...21),
        ("Asia/Kathmandu", 0...16), ("Africa/Casablanca", 0...21), ("Pacific/Pago_Pago", 11...22),
    ]

    @Test(
        "M-1: finds the hours at which UTC and a time zone have the same date all year",
        arguments: zones)
    func hours(zone: String, hours: ClosedRange<Int>) throws {
        let calendar = try #require(LocalCalendar(timeZone: zone))
        #expect(calendar.sharedHours(from: Self.start) == hours)
    }

    @Test("M-1: a day that a place skipped in the past does not affect later years")
    func leftOut() throws {
        let calendar = try #require(LocalCalendar(timeZone: "Pacific/Apia"))
        let before = try #require(Timestamp(iso8601: "2011-06-01T00:00:00Z"))
        // No hour fits two years that include a move across the date line, so the later side counts.
        #expect(calendar.sharedHours(from: before).upperBound <= 9)
    }

    @Test("M-1: a short month uses its last day, and later months return to the stated day")
    func short() throws {
        let day = MonthlyDay(31, in: "Pacific/Auckland", from: Self.start)
        var moment = Self.start
        let days = (0..<14).map { _ in
            moment = day.next(after: moment)
            return day.calendar.date(of: moment).iso8601
        }
        #expect(
            days == [
                "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30",
                "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31",
                "2027-01-31", "2027-02-28",
            ])
    }

    @Test(
        "M-1: the next occurrence is in a later month than the paid one",
        arguments: [
            (1, "2026-05-01T00:00:00Z", nil, "2026-05-01"),
            (1, "2026-05-01T00:00:00Z", "2026-05", "2026-06-01"),
            (30, "2026-01-31T03:30:00Z", "2026-01", "2026-02-28"),
            (15, "2026-02-10T00:00:00Z", "2026-01", "2026-02-15"),
            (5, "2026-02-10T00:00:00Z", "2026-01", "2026-03-05"),
            (31, "2026-02-10T00:00:00Z", "2026-03", "2026-04-30"),
        ] as [(Int, String, String?, String)])
    func next(day: Int, now: String, paid: String?, next: String) throws {
        let day = MonthlyDay(day, in: "UTC", from: Self.start)
        let moment = day.next(
            after: try #require(Timestamp(iso8601: now)),
            laterThan: paid.flatMap(CalendarMonth.init(iso8601:)))
        #expect(moment.date.iso8601 == next)
    }

    @Test("M-1: the hour is kept if the new time zone has the same date then")
    func kept() {
        let chicago = MonthlyDay(31, in: "America/Chicago", from: Self.start)
        #expect(chicago.kept(in: "America/Chicago", at: Self.start) == chicago)
        let tokyo = chicago.kept(in: "Asia/Tokyo", at: Self.start)
        #expect(tokyo.day == 31)
        #expect(tokyo.timeZone == "Asia/Tokyo")
        #expect(tokyo.hour == 6)
    }

    @Test("M-1: a time matches the day if its date does in both UTC and local time, at any minute")
    func includes() throws {
        let day = MonthlyDay(31, in: "America/Chicago", from: Self.start)
        for (moment, isDay) in [
            ("2026-02-28T17:25:10Z", true), ("2026-03-31T12:00:00Z", true), ("2026-03-30T12:00:00Z", false),
            ("2026-03-28T12:00:00Z", false), ("2026-03-31T04:00:00Z", false), ("2026-03-31T23:30:00Z", false),
        ] {
            #expect(day.includes(try #require(Timestamp(iso8601: moment))) == isDay, "\(moment)")
        }
    }

    @Test(
        "a number outside the days of a month becomes the nearest day",
        arguments: [(0, 1), (-5, 1), (32, 31)])
    func bounds(given: Int, day: Int) {
        #expect(MonthlyDay(given, in: "UTC", from: Self.start).day == day)
    }

    @Test("an unknown time zone is treated as UTC, and the end of the calendar does not trap")
    func edges() {
        let day = MonthlyDay(31, in: "Nowhere/Else", from: .latest)
        #expect(day.hour == 11)
        #expect(day.next(after: .latest) <= .latest)
        #expect(MonthlyDay(1, in: "Asia/Tokyo", from: .earliest).next(after: .earliest) > .earliest)
    }

    @Test("a monthly anchor has earlier occurrences, and each next one is the first later one")
    func aligned() throws {
        let anchor = MonthlyAnchor(try #require(Timestamp(iso8601: "2027-03-31T05:00:00Z")))
        for step in [1, 2, 12] {
            let moments = (-60...60).filter { $0.isMultiple(of: step) }.map(anchor.occurrence)
            for day in -1461...1461 {
                let moment = anchor.anchor.adding(seconds: Int64(day) * 86_400)
                #expect(anchor.aligned(after: moment, everyMonths: step) == moments.first { $0 > moment })
            }
        }
        #expect(anchor.aligned(after: .latest) <= .latest)
        #expect(anchor.aligned(after: .earliest) > .earliest)
    }
}
