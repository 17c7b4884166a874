import MoneyKit
import PaymentCore
import TimeKit

extension RecurringGift {
    /// Updates the monthly gift to match its schedule.
    ///
    /// - Parameter calendar: The organization's calendar, which determines the day of the month if the
    ///   schedule does not specify one.
    mutating func take(_ schedule: Schedule, by calendar: LocalCalendar) {
        self.schedule = schedule.id
        amount = Money(schedule.quote.minorUnits(of: .base), schedule.quote.total.currency)
        coveredFeeMinor = schedule.quote.minorUnits(of: .coveredFee)
        nextCharge = schedule.state == .canceled ? nil : schedule.nextCharge
        pausedUntil = schedule.pausedUntil
        isCharging = schedule.isCharging
        dayOfMonth = schedule.day?.day ?? calendar.date(of: schedule.anchor.anchor).day
        failureCode = schedule.failure?.code
        canceledAt = schedule.canceledAt
        status =
            switch schedule.state {
            case .incomplete: .processing
            case .active: .active
            case .pastDue: .pastDue
            case .paused: .paused
            case .canceled: .canceled
            case .needsReview: .needsReview
            }
    }
}
