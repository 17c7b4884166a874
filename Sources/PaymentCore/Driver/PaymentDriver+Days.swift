import Processor
import TimeKit

/// The stated day of a schedule, against what the processor does.
///
/// The processor counts months from an anchor. A new schedule names its day there, and nothing more is to be done. A
/// changed day, another time zone and a schedule from before days were stated are brought to their day here: the end
/// of a trial becomes the new anchor. Such an anchor in a short month is only that month's last day, so that it is moved
/// again after its charge.
extension PaymentDriver {
    /// Brings schedules to their day that were marked for it: those of a program that stated none, and those of an
    /// organization whose time zone was changed.
    ///
    /// - Returns: How many were looked at.
    @discardableResult public func settleDays(limit: Int = 100) async throws -> Int {
        let marked = try await units.read { try $0.dueSchedules(before: .marked, limit: limit) }
            .filter { $0.state != .pastDue }
        var looked = 0
        for schedule in marked {
            do {
                try await refresh(schedule: schedule.id)
            } catch let error as PaymentError where error.code == .outcomeUnknown {
                // The mark stays: the next time asks again.
                break
            } catch let error as PaymentError where error.code == .processorRefused {}
            looked += 1
            try await units.write { unit in
                // Keeping it takes the mark away, also where nothing has changed.
                if let kept = try unit.schedule(schedule.id) { try unit.save(kept) }
            }
        }
        return looked
    }

    /// Takes over what the processor's invoices and anchor say about the day and the months that are paid.
    func takeDay(
        of schedule: inout Schedule, _ found: Subscription, newest: Timestamp?, in unit: Units.Unit
    ) throws {
        guard var day = try policy.day(of: schedule, at: clock.now(), in: unit) else { return }
        // What has passed is told by the time zone of its time.
        let known = schedule.day ?? day
        var paid = schedule.paidMonth ?? known.month(of: schedule.created)
        if let newest, schedule.newestInvoice.map({ $0 < newest }) ?? true {
            paid = max(paid, known.month(of: newest))
            schedule.newestInvoice = newest
        }
        schedule.paidMonth = paid
        if let stated = schedule.day, stated.day == day.day, found.status != .canceled,
            found.billingCycleAnchor != schedule.anchor.anchor, try unit.calls(about: schedule.id).isEmpty
        {
            // Somebody has chosen another day at the processor.
            let chosen = stated.calendar.date(of: found.billingCycleAnchor)
            if stated.date(in: CalendarMonth(of: chosen)) != chosen {
                day = MonthlyDay(chosen.day, in: day.timeZone, from: clock.now())
            }
        }
        schedule.day = day
    }

    /// Moves the next charge to the stated day, where it is not on it: never to a month that is paid, never past one that is
    /// not.
    ///
    /// - Returns: The call that moves it, open already; nil if there is nothing to move, or not now.
    func moveToDay(_ schedule: Schedule, _ found: Subscription, in unit: Units.Unit) throws -> ProcessorCall?
    {
        guard let day = schedule.day, let paid = schedule.paidMonth, let subscription = schedule.subscription,
            schedule.state == .active || schedule.state == .paused, schedule.endsAt == nil
        else { return nil }
        let (now, next) = (clock.now(), found.nextPeriod)
        let month = day.month(of: next)
        guard !day.includes(next) || month <= paid else { return nil }
        let wanted = day.next(after: now.adding(seconds: dayMargin), behind: paid)
        // What is due before in a month that is not paid is left as it is, and the day is moved after it.
        guard month <= paid || month >= CalendarMonth(of: wanted.date), next - now >= 2 * dayMargin,
            try unit.calls(about: schedule.id).isEmpty
        else { return nil }
        return try open(
            .updateSubscription(subscription, Subscription.Update(trialEnd: wanted)),
            for: .schedule(schedule.id, .change(.day(wanted))), in: unit)
    }

    /// Whether a call moves a day, and is too old to be sent: a charge may have come in between.
    func isStaleMove(_ call: ProcessorCall) -> Bool {
        guard case .schedule(_, .change(.day)) = call.subject else { return false }
        return clock.now() - call.created >= dayMargin
    }

    /// Gives up a call that moves a day: what has become of it is read, and the day is moved anew if that is needed.
    func dropMove(_ call: ProcessorCall) async throws {
        guard case .schedule(let id, _) = call.subject else { return }
        try await units.write { unit in
            guard try unit.close(call: call.id), var schedule = try unit.schedule(id) else { return }
            schedule.dueAt = clock.now()
            try unit.save(schedule)
        }
        try await refresh(schedule: id)
    }
}

/// How long before a charge its day is not moved any more, and for how long a call that moves it is sent again: an hour.
private let dayMargin: Int64 = 3600

extension Timestamp {
    /// When a schedule is due that is marked: long ago.
    fileprivate static let marked = Timestamp(seconds: 0)
}
