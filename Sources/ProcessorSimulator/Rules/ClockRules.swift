import Processor
import TimeKit

/// How far a test clock may be moved at once.
///
/// Source: Stripe API reference, "Advance a test clock"; documentation, "Test clocks and simulations".
enum ClockRules {
    static let mostCustomers = 3

    /// The last moment to which a clock may be moved: two intervals of its shortest subscription, two years with none.
    static func limit(from moment: Timestamp, _ intervals: [Price.Interval]) -> Timestamp {
        intervals.map { twice($0, after: moment) }.min() ?? twice(.year, after: moment)
    }

    /// - Throws: 400 for a moment that is not after the clock's, or past its limit.
    static func check(advance target: Timestamp, from moment: Timestamp, _ intervals: [Price.Interval])
        throws(ProcessorError)
    {
        guard target > moment else {
            throw .invalid(
                nil, "Test clocks cannot be moved backwards: frozen_time must be after \(moment.seconds).",
                parameter: "frozen_time")
        }
        let limit = limit(from: moment, intervals)
        guard target <= limit else {
            throw .invalid(
                nil,
                intervals.isEmpty
                    ? "A test clock without subscriptions can be advanced by two years at once: to \(limit.seconds)."
                    : "A test clock can be advanced by two intervals of its shortest subscription at once: to \(limit.seconds).",
                parameter: "frozen_time")
        }
    }

    private static func twice(_ interval: Price.Interval, after moment: Timestamp) -> Timestamp {
        switch interval {
        case .day: moment.adding(seconds: 2 * 86_400)
        case .week: moment.adding(seconds: 14 * 86_400)
        case .month: months(2, after: moment)
        case .year: months(24, after: moment)
        }
    }

    private static func months(_ count: Int, after moment: Timestamp) -> Timestamp {
        moment.date.adding(months: count).startOfDay.adding(seconds: moment.secondOfDay)
    }
}
