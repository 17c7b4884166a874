import Processor
import TextKit
import TimeKit

/// The schedule of an account's automatic payouts.
///
/// Source: Stripe API reference, "Accounts", `settings.payouts.schedule`; documentation, "Payouts to
/// connected accounts".
struct PayoutSchedule: Hashable, Codable {
    /// The interval between payouts.
    enum Interval: String, Codable {
        case manual, daily, weekly, monthly
    }

    var interval = Interval.daily
    /// The number of days from a charge to its payout. The minimum is 2, because the money is not available
    /// earlier.
    var delayDays = 2
    /// The day of the month, 1...31, for monthly payouts. In a shorter month, the payout is on the last day.
    var monthlyAnchor: Int?
    /// The day of the week, such as `monday`, for weekly payouts.
    var weeklyAnchor: String?

    /// Returns the start of the first payout day (UTC) after the day of `moment`. Returns nil for a manual
    /// schedule.
    func next(after moment: Timestamp) -> Timestamp? {
        func first(where isPayday: (CalendarDate) -> Bool) -> Timestamp? {
            (1...32).lazy.map { moment.date.adding(days: $0) }.first(where: isPayday)?.startOfDay
        }
        switch interval {
        case .manual: return nil
        case .daily: return first { _ in true }
        case .weekly:
            return first { Self.names[$0.weekday.rawValue] == weeklyAnchor ?? "monday" }
        case .monthly:
            let anchor = monthlyAnchor ?? 1
            return first { $0.day == Self.day(anchor, in: $0) }
        }
    }

    /// Returns the day of the payout in a month: the anchor or, if the month is shorter, its last day.
    private static func day(_ anchor: Int, in date: CalendarDate) -> Int {
        min(anchor, CalendarDate.daysInMonth(date.month, of: date.year) ?? anchor)
    }

    /// The names of the days of the week, keyed by the raw value of `Weekday`.
    private static let names = [
        1: "monday", 2: "tuesday", 3: "wednesday", 4: "thursday", 5: "friday", 6: "saturday", 7: "sunday",
    ]
}

extension PayoutSchedule {
    /// Returns the schedule with a request's changes applied.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for an invalid delay or monthly anchor, or for an anchor
    ///   that does not apply to the interval.
    func changed(by asked: JSONTree) throws(ProcessorError) -> PayoutSchedule {
        var schedule = self
        if let interval = asked["interval"].string.flatMap(Interval.init) {
            schedule.interval = interval
            if interval != .weekly { schedule.weeklyAnchor = nil }
            if interval != .monthly { schedule.monthlyAnchor = nil }
        }
        let owner = "settings[payouts][schedule]"
        if asked["delay_days"].string == "minimum" { schedule.delayDays = 2 }
        if let days = asked["delay_days"].integer {
            try require(
                (2...31).contains(days), "delay_days must be between 2 and 31.",
                parameter: "\(owner)[delay_days]")
            schedule.delayDays = Int(days)
        }
        if let anchor = asked["weekly_anchor"].string {
            try require(
                schedule.interval == .weekly, "weekly_anchor can only be used with interval=weekly.",
                parameter: "\(owner)[weekly_anchor]")
            schedule.weeklyAnchor = anchor
        }
        if let anchor = asked["monthly_anchor"].integer {
            try require(
                schedule.interval == .monthly && (1...31).contains(anchor),
                "monthly_anchor must be between 1 and 31, and can only be used with interval=monthly.",
                parameter: "\(owner)[monthly_anchor]")
            schedule.monthlyAnchor = Int(anchor)
        }
        if schedule.interval == .weekly, schedule.weeklyAnchor == nil { schedule.weeklyAnchor = "monday" }
        if schedule.interval == .monthly, schedule.monthlyAnchor == nil { schedule.monthlyAnchor = 1 }
        return schedule
    }
}
