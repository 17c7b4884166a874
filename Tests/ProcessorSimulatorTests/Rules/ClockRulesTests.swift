import Processor
import Testing
import TimeKit

@testable import ProcessorSimulator

/// Source: Stripe documentation, "Test clocks and simulations".
@Suite struct ClockRulesTests {
    private let start = Timestamp(iso8601: "2027-12-31T09:00:00Z") ?? .earliest

    @Test(
        "a clock advances by at most two intervals of the shortest subscription, or two years without one",
        arguments: [
            ([.day], "2028-01-02T09:00:00Z"), ([.week], "2028-01-14T09:00:00Z"),
            ([.month], "2028-02-29T09:00:00Z"), ([.year], "2029-12-31T09:00:00Z"),
            ([.year, .month], "2028-02-29T09:00:00Z"), ([], "2029-12-31T09:00:00Z"),
        ] as [([Price.Interval], String)])
    func limits(intervals: [Price.Interval], expected: String) throws {
        let limit = ClockRules.limit(from: start, intervals)
        #expect(limit.iso8601 == expected)
        try ClockRules.check(advance: limit, from: start, intervals)
        #expect(throws: ProcessorError.self) {
            try ClockRules.check(advance: limit.adding(seconds: 1), from: start, intervals)
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
