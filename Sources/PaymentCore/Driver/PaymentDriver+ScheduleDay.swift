import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// Functions that keep the processor's charge day equal to the day that the payer was shown.
///
/// The processor counts months from an anchor day. A new schedule starts on the correct anchor day. If the
/// day or the time zone changes, the driver adds a trial, and the end of the trial becomes the new anchor.
/// The driver does the same if an earlier version of this program created the schedule without showing the
/// day to the payer.
///
/// If the anchor is the last day of a short month, such as February 28, the processor would charge on the
/// 28th of longer months too. The driver therefore moves the anchor again after the charge in the short
/// month.
extension PaymentDriver {
    /// Adjusts the charge days of the schedules that are marked for adjustment. Skips schedules that are past
    /// due.
    ///
    /// A schedule is marked if an earlier version of this program created it without showing the charge day
    /// to the payer, or if the time zone of its organization has changed.
    ///
    /// - Returns: The number of schedules that were checked.
    @discardableResult public func settleDays(limit: Int = 100) async throws -> Int {
        let marked = try await database.read { try $0.dueSchedules(before: .marked, limit: limit) }
            .filter { $0.state != .pastDue }
        var looked = 0
        for schedule in marked {
            if WorkBudget.isSpent { break }
            do {
                try await refresh(schedule: schedule.id)
            } catch let error as PaymentError where error.code == .outcomeUnknown {
                // The mark remains, so the next run tries again.
                break
            } catch let error as PaymentError where error.code == .processorRefused {}
            looked += 1
            try await database.write { transaction in
                // Saving removes the mark, even if nothing has changed.
                if let kept = try transaction.schedule(schedule.id) { try transaction.save(kept) }
            }
        }
        return looked
    }

    /// Updates the schedule's day of the month and its last paid month from the newest invoice and the
    /// subscription's billing cycle anchor.
    func takeDay(
        of schedule: inout Schedule, _ found: Subscription, newest: Timestamp?, in transaction: Transaction
    ) throws {
        guard var day = try policy.day(of: schedule, at: clock.now(), in: transaction) else { return }
        // Earlier invoices are dated in the time zone that applied at that time.
        let known = schedule.day ?? day
        var paid = schedule.paidMonth ?? known.month(of: schedule.created)
        if let newest, schedule.newestInvoice.map({ $0 < newest }) ?? true {
            paid = max(paid, known.month(of: newest))
            schedule.newestInvoice = newest
        }
        schedule.paidMonth = paid
        if let stated = schedule.day, stated.day == day.day, found.status != .canceled,
            found.billingCycleAnchor != schedule.anchor.anchor,
            try transaction.calls(about: schedule.id).isEmpty
        {
            // A person has chosen another day at the processor.
            let chosen = stated.calendar.date(of: found.billingCycleAnchor)
            if stated.date(in: CalendarMonth(of: chosen)) != chosen {
                day = MonthlyDay(chosen.day, in: day.timeZone, from: clock.now())
            }
        }
        schedule.day = day
    }

    /// Moves the next charge to the day that the payer was shown, unless it is already on that day. A charge
    /// is never moved into a month that is already paid, and an unpaid month is never skipped.
    ///
    /// - Returns: The new call that moves the charge. Nil if a move is not needed or not possible now.
    func moveToDay(_ schedule: Schedule, _ found: Subscription, in transaction: Transaction) throws
        -> ProcessorCall?
    {
        guard let day = schedule.day, let paid = schedule.paidMonth, let subscription = schedule.subscription,
            schedule.state == .active || schedule.state == .paused, schedule.endsAt == nil
        else { return nil }
        let (now, next) = (clock.now(), found.nextPeriod)
        let month = day.month(of: next)
        guard !day.includes(next) || month <= paid else { return nil }
        let wanted = day.next(after: now.adding(seconds: dayMargin), laterThan: paid)
        // If the next charge is due earlier, in an unpaid month, it stays where it is. The day is moved after that
        // charge.
        guard month <= paid || month >= CalendarMonth(of: wanted.date), next - now >= 2 * dayMargin,
            try transaction.calls(about: schedule.id).isEmpty
        else { return nil }
        return try open(
            .updateSubscription(subscription, Subscription.Update(trialEnd: wanted)),
            for: .schedule(schedule.id, .change(.day(wanted))), in: transaction)
    }

    /// Returns whether a call that moves the charge day is too old to be sent, because a charge may have
    /// happened in the meantime.
    func isStaleMove(_ call: ProcessorCall) -> Bool {
        guard case .schedule(_, .change(.day)) = call.subject else { return false }
        return clock.now() - call.created >= dayMargin
    }

    /// Discards a call that moves the charge day, and refreshes the schedule. If the day must still be moved,
    /// the refresh creates a new call.
    func dropMove(_ call: ProcessorCall) async throws {
        guard case .schedule(let id, _) = call.subject else { return }
        try await database.write { transaction in
            guard try transaction.close(call: call.id), var schedule = try transaction.schedule(id) else {
                return
            }
            schedule.dueAt = clock.now()
            try transaction.save(schedule)
        }
        try await refresh(schedule: id)
    }
}

/// The minimum time, in seconds, between a move of the charge day and the next charge. It is also the time
/// during which a call that moves the day is retried.
private let dayMargin: Int64 = 3600

extension Timestamp {
    /// The due time of a schedule that is marked for adjustment. It sorts before all other due times.
    fileprivate static let marked = Timestamp(seconds: 0)
}
