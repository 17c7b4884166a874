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
    /// Periods begin before the anchor, too: a ``BillingAnchor`` may name a month far ahead.
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

    /// Whether a full period begins at `moment`.
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
    /// The anchor that this configuration leads to: the first moment that has its day, counted in whole intervals from the
    /// first full period.
    ///
    /// It may lie more than one interval ahead: on the 31st, in a month that has 31 days.
    ///
    /// Source: Stripe documentation, "Set the subscription billing renewal date", `billing_cycle_anchor_config`.
    ///
    /// - Parameters:
    ///   - start: When the subscription is made, or its trial ends.
    ///   - made: When the subscription is made: its time of day is used where none is given.
    ///   - step: How many months an interval has.
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
        // A day of February 29 comes within eight years.
        for _ in 0..<96 where moment(in: month).date.day != dayOfMonth {
            month = CalendarMonth(of: month.first.adding(months: step))
        }
        return moment(in: month)
    }
}
