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

    /// The first moment of the calendar that lies after `moment`.
    func next(after moment: Timestamp) -> Timestamp {
        switch interval {
        case .day: next(after: moment, every: count * 86_400)
        case .week: next(after: moment, every: count * 7 * 86_400)
        case .month: MonthlyAnchor(anchor).next(after: moment, everyMonths: Int(count))
        case .year: MonthlyAnchor(anchor).next(after: moment, everyMonths: 12 * Int(count))
        }
    }

    private func next(after moment: Timestamp, every seconds: Int64) -> Timestamp {
        guard moment >= anchor else { return anchor }
        return anchor.adding(seconds: ((moment - anchor) / seconds + 1) * seconds)
    }
}
