import Processor
import TimeKit

/// The limits of a test clock: the number of its customers, and how far one request can advance it.
///
/// Source: Stripe API reference, "Advance a test clock"; documentation, "Test clocks and simulations".
enum ClockRules {
    static let mostCustomers = 3

    /// The billing period of a subscription, such as three months.
    struct Period {
        var interval: Price.Interval
        var count: Int64 = 1
    }

    /// Returns the latest time to which one request can advance a clock. The limit is two billing periods of
    /// the subscription with the shortest period, or two years if there are no subscriptions.
    static func limit(from moment: Timestamp, _ periods: [Period]) -> Timestamp {
        periods.map { twice($0, after: moment) }.min() ?? twice(Period(interval: .year), after: moment)
    }

    /// Checks the time to which a request advances a clock.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the time is not later than the clock's current time,
    ///   or is beyond the limit.
    static func check(advance target: Timestamp, from moment: Timestamp, _ periods: [Period])
        throws(ProcessorError)
    {
        try require(
            target > moment,
            "Test clocks can only be moved forward: frozen_time must be after \(moment.seconds).",
            parameter: "frozen_time")
        let limit = limit(from: moment, periods)
        try require(
            target <= limit,
            periods.isEmpty
                ? "A test clock without subscriptions can be advanced by at most two years, "
                    + "to the Unix time \(limit.seconds)."
                : "A test clock can be advanced by at most twice the shortest billing period of its "
                    + "subscriptions, to the Unix time \(limit.seconds).",
            parameter: "frozen_time")
    }

    private static func twice(_ period: Period, after moment: Timestamp) -> Timestamp {
        let twice = 2 * min(period.count, 36)
        return switch period.interval {
        case .day: moment.adding(seconds: twice * 86_400)
        case .week: moment.adding(seconds: twice * 7 * 86_400)
        case .month: months(Int(twice), after: moment)
        case .year: months(12 * Int(twice), after: moment)
        }
    }

    private static func months(_ count: Int, after moment: Timestamp) -> Timestamp {
        moment.date.adding(months: count).startOfDay.adding(seconds: moment.secondOfDay)
    }
}

/// Durations in a short notation, such as `31d`, `90m` or `1d12h`.
public enum ClockSpan {
    /// Parses a duration, and returns its number of seconds. The text consists of one or more numbers, each
    /// followed by `s`, `m`, `h`, `d` or `w`. Returns nil if the text has a different format or more than 20
    /// characters, or if the result does not fit in 64 bits.
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

/// The times at which a subscription's billing periods end. Each time is computed from the anchor. A short
/// month therefore does not change later periods.
///
/// Source: Stripe documentation, "Setting the subscription billing cycle date".
struct BillingCalendar {
    var anchor: Timestamp
    var interval: Price.Interval
    /// The number of intervals in a billing period.
    var count: Int64 = 1
    /// Whether the calendar also has periods before the anchor. True if a ``BillingAnchor`` determines the
    /// anchor, because that anchor may be several periods in the future.
    var alignsBefore = false

    /// Returns the first time after `moment` at which a billing period ends.
    func next(after moment: Timestamp) -> Timestamp {
        switch interval {
        case .day: next(after: moment, every: count * 86_400)
        case .week: next(after: moment, every: count * 7 * 86_400)
        case .month: next(after: moment, everyMonths: Int(count))
        case .year: next(after: moment, everyMonths: 12 * Int(count))
        }
    }

    /// Returns whether a full billing period starts at `moment`.
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
    /// Returns the billing cycle anchor: the first time after `start` that has the configured month, day and
    /// time of day. If the interval is shorter than a year, the month can also be a whole number of intervals
    /// before or after the configured month.
    ///
    /// The anchor may be more than one interval in the future. For example, day 31 of a monthly price
    /// requires a month with 31 days. If no billing period starts in a month that has the configured day, the
    /// anchor is the last day of a month. For example, the anchor of a yearly price with April 31 is on April
    /// 30.
    ///
    /// Source: Stripe documentation, "Set the subscription billing renewal date",
    /// `billing_cycle_anchor_config`.
    ///
    /// - Parameters:
    ///   - start: The time at which the subscription is created or its trial ends.
    ///   - made: The time at which the subscription is created. It provides the parts of the time of day that
    ///     are not configured.
    ///   - step: The interval in months.
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
        var anchor = moment(in: month)
        // Any eight years contain at least one February 29, the anchor for February 30 of each year.
        for _ in 0..<96 where anchor.date.day < dayOfMonth {
            month = CalendarMonth(of: month.first.adding(months: step))
            let later = moment(in: month)
            if later.date.day > anchor.date.day { anchor = later }
        }
        return anchor
    }
}
