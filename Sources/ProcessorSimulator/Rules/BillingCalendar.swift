import Processor
import TimeKit

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
