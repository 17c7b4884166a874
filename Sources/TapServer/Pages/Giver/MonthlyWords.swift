import Giving
import HTMLKit
import MoneyKit
import TimeKit

/// How a monthly gift stands, for its donor.
struct MonthlyWords {
    private let recurring: RecurringGift
    private let calendar: LocalCalendar

    init(_ recurring: RecurringGift, _ calendar: LocalCalendar) {
        self.recurring = recurring
        self.calendar = calendar
    }

    /// `next on 28 February 2026`
    var short: HTML {
        switch recurring.status {
        case .active: return "next\(on(recurring.nextCharge))"
        case .paused:
            return recurring.nextCharge == nil ? "paused" : "paused; next\(on(recurring.nextCharge))"
        case .pastDue: return "past due: the last charge failed"
        case .canceled: return "canceled\(on(recurring.canceledAt))"
        case .processing: return "processing"
        case .needsReview: return "needs review"
        }
    }

    /// What is charged next, and when.
    var nextCharge: HTML {
        let total: HTML = "<strong>\(recurring.total.shown)</strong>"
        switch recurring.status {
        case .active: return "\(total)\(on(recurring.nextCharge))"
        case .paused:
            guard recurring.nextCharge != nil else { return "none, until you resume it" }
            return "\(total)\(on(recurring.nextCharge)), after a pause"
        case .pastDue: return "past due: the last charge failed, and is tried again"
        case .canceled: return "none: it is canceled"
        case .processing: return "none yet: it is processing"
        case .needsReview: return "unknown: it needs review"
        }
    }

    /// The day of a moment; where there is none, nothing.
    private func on(_ time: Timestamp?) -> HTML {
        guard let time else { return .empty }
        return " on \(calendar.date(of: time).time)"
    }
}
