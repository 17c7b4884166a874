import Giving
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
        case .pastDue: return "the last charge failed"
        case .canceled: return "ended\(on(recurring.canceledAt))"
        case .processing: return "being set up"
        case .needsReview: return "being looked at"
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
        case .pastDue: return "the last charge failed, and is tried again"
        case .canceled: return "none, it has ended"
        case .processing: return "it is being set up"
        case .needsReview: return "a person has to look at it"
        }
    }

    /// The day of a moment; where there is none, nothing.
    private func on(_ time: Timestamp?) -> HTML {
        guard let time else { return .empty }
        return " on \(calendar.date(of: time).time)"
    }
}
