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
                "Test clocks cannot be moved backwards: frozen_time must be after \(moment.seconds).",
                parameter: "frozen_time")
        }
        let limit = limit(from: moment, intervals)
        guard target <= limit else {
            throw .invalid(
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

/// How far a clock is moved, as a person writes it: `31d`, `90m`, `1d12h`.
public enum ClockSpan {
    /// Returns the seconds of a span: numbers, each followed by `s`, `m`, `h`, `d` or `w`; nil for anything else.
    public static func seconds(_ text: String) -> Int64? {
        var total: Int64 = 0
        var digits = ""
        guard !text.isEmpty, text.count <= 20 else { return nil }
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let factor = factors[character], let number = Int64(digits) else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: factor)
            let (sum, carried) = total.addingReportingOverflow(product)
            guard !overflow, !carried else { return nil }
            total = sum
            digits = ""
        }
        return digits.isEmpty ? total : nil
    }

    private static let factors: [Character: Int64] = [
        "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400,
    ]
}

/// When periods end: counted from the anchor each time, so that a short month shortens only itself.
///
/// Source: Stripe documentation, "Setting the subscription billing cycle date".
struct BillingCalendar {
    var anchor: Timestamp
    var interval: Price.Interval
    /// Every so many intervals.
    var count: Int64 = 1
    /// True if periods also start before the anchor, because a ``BillingAnchor`` may name a month far in the future.
    var alignsBefore = false

    /// The first moment of the calendar that lies after `moment`.
    func next(after moment: Timestamp) -> Timestamp {
        switch interval {
        case .day: next(after: moment, every: count * 86_400)
        case .week: next(after: moment, every: count * 7 * 86_400)
        case .month: next(after: moment, everyMonths: Int(count))
        case .year: next(after: moment, everyMonths: 12 * Int(count))
        }
    }

    /// Returns true if a full period starts at `moment`.
    func beginsPeriod(at moment: Timestamp) -> Bool { next(after: moment.adding(seconds: -1)) == moment }

    private func next(after moment: Timestamp, everyMonths step: Int) -> Timestamp {
        let anchor = MonthlyAnchor(anchor)
        return alignsBefore
            ? anchor.aligned(after: moment, everyMonths: step) : anchor.next(after: moment, everyMonths: step)
    }

    private func next(after moment: Timestamp, every seconds: Int64) -> Timestamp {
        guard moment >= anchor else { return anchor }
        return anchor.adding(seconds: ((moment - anchor) / seconds + 1) * seconds)
    }
}

extension BillingAnchor {
    /// Computes the anchor: the first moment on this day, counted in whole intervals from the first full period.
    ///
    /// It may be more than one interval ahead. For the 31st, it is in a month with 31 days.
    ///
    /// Source: Stripe documentation, "Set the subscription billing renewal date", `billing_cycle_anchor_config`.
    ///
    /// - Parameters:
    ///   - start: The time at which the subscription is created or its trial ends.
    ///   - made: The time at which the subscription is created. It supplies the parts of the time of day that are not
    ///     set.
    ///   - step: The interval, in months.
    func anchor(after start: Timestamp, made: Timestamp, everyMonths step: Int) -> Timestamp {
        let second = Int(made.secondOfDay)
        let time =
            (hour ?? second / 3600) * 3600 + (minute ?? second / 60 % 60) * 60 + (self.second ?? second % 60)
        func moment(in month: CalendarMonth) -> Timestamp {
            min(month.first.adding(days: dayOfMonth - 1), month.days.upperBound).startOfDay
                .adding(seconds: Int64(time))
        }
        var month = CalendarMonth(of: start.date)
        let cycle = min(step, 12)
        while moment(in: month) <= start
            || self.month.map({ ($0 - month.first.month) % cycle != 0 }) ?? false,
            month < month.next
        {
            month = month.next
        }
        // February 29 occurs at least once in eight years.
        for _ in 0..<96 where moment(in: month).date.day != dayOfMonth {
            month = CalendarMonth(of: month.first.adding(months: step))
        }
        return moment(in: month)
    }
}
