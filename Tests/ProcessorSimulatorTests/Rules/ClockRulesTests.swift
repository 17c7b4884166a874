import Processor
import Testing
import TimeKit

@testable import ProcessorSimulator

/// Source: Stripe documentation, "Test clocks and simulations".
@Suite struct ClockRulesTests {
    private let start = Timestamp(iso8601: "2027-12-31T09:00:00Z") ?? .earliest

    @Test(
        "a clock advances by at most two periods of the shortest subscription, or two years without one",
        arguments: [
            ([(.day, 1)], "2028-01-02T09:00:00Z"), ([(.week, 1)], "2028-01-14T09:00:00Z"),
            ([(.month, 1)], "2028-02-29T09:00:00Z"), ([(.year, 1)], "2029-12-31T09:00:00Z"),
            ([(.month, 3)], "2028-06-30T09:00:00Z"), ([(.week, 2)], "2028-01-28T09:00:00Z"),
            ([(.year, 1), (.month, 1)], "2028-02-29T09:00:00Z"), ([], "2029-12-31T09:00:00Z"),
        ] as [([(Price.Interval, Int64)], String)])
    func limits(periods: [(Price.Interval, Int64)], expected: String) throws {
        let periods = periods.map { ClockRules.Period(interval: $0.0, count: $0.1) }
        let limit = ClockRules.limit(from: start, periods)
        #expect(limit.iso8601 == expected)
        try ClockRules.check(advance: limit, from: start, periods)
        #expect(throws: ProcessorError.self) {
            try ClockRules.check(advance: limit.adding(seconds: 1), from: start, periods)
        }
    }

    @Test("a clock only moves forward", arguments: [0, -1] as [Int64])
    func backwards(seconds: Int64) {
        let error = #expect(throws: ProcessorError.self) {
            try ClockRules.check(advance: start.adding(seconds: seconds), from: start, [])
        }
        #expect(error?.parameter == "frozen_time")
    }

    @Test(
        "a time span is numbers with units",
        arguments: [
            ("31d", 2_678_400), ("90m", 5_400), ("1d12h", 129_600), ("2w", 1_209_600), ("300s", 300),
            ("", nil), ("31", nil), ("d", nil), ("-1d", nil), ("1.5h", nil), ("1y", nil),
            ("9223372036854775807w", nil),
        ] as [(String, Int64?)])
    func spans(text: String, seconds: Int64?) {
        #expect(ClockSpan.seconds(text) == seconds)
    }
}
