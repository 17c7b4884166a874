import Processor
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import ProcessorSimulator

@Suite struct BillingCalendarTests {
    @Test("the next renewal is the calendar's first time after a given one", arguments: propertySeeds)
    func next(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let anchor = Timestamp(seconds: Int64.random(in: 0...4_000_000_000, using: &generator))
        for interval in [Price.Interval.day, .week, .month, .year] {
            let calendar = BillingCalendar(anchor: anchor, interval: interval)
            var moment = anchor
            for n in 1...30 {
                let next = calendar.next(after: moment)
                #expect(next > moment)
                let within = moment.adding(seconds: Int64.random(in: 0..<(next - moment), using: &generator))
                #expect(calendar.next(after: within) == next)
                switch interval {
                case .month: #expect(next == MonthlyAnchor(anchor).occurrence(n))
                case .year: #expect(next == MonthlyAnchor(anchor).occurrence(12 * n))
                case .week: #expect(next == anchor.adding(seconds: Int64(n) * 604_800))
                case .day: #expect(next == anchor.adding(seconds: Int64(n) * 86_400))
                }
                moment = next
            }
            #expect(calendar.next(after: anchor.adding(seconds: -1)) == anchor)
        }
    }

    @Test(
        "an anchor's day is the last day of the month if no period starts in a longer month",
        arguments: [
            (31, nil, "2027-04-10", 1, "2027-05-31"), (31, nil, "2027-04-10", 6, "2027-10-31"),
            (31, nil, "2027-04-10", 12, "2027-04-30"), (31, 4, "2027-05-10", 12, "2028-04-30"),
            (31, 6, "2027-05-10", 36, "2027-06-30"), (29, 2, "2027-01-10", 12, "2028-02-29"),
            (30, 2, "2027-01-10", 12, "2028-02-29"), (29, 2, "2027-01-10", 24, "2027-02-28"),
        ] as [(Int, Int?, String, Int, String)])
    func shortMonth(day: Int, month: Int?, start: String, step: Int, expected: String) throws {
        let begun = try #require(CalendarDate(iso8601: start)).startOfDay
        let anchor = BillingAnchor(dayOfMonth: day, month: month)
        let found = anchor.anchor(after: begun, made: begun, everyMonths: step)
        #expect(found.date.iso8601 == expected)
    }
}
