import TimeKit

/// A change to a monthly gift that was made directly at the processor. The donor receives a notice about the
/// change.
enum RecurringOutsideChange: Hashable {
    case ended
    /// The gift is scheduled to end at this time.
    case ends(Timestamp)
    case paused(until: Timestamp?)
    case resumed
    /// The amount, the day of the month or the card was changed. Each associated value is true if that detail
    /// was changed.
    case terms(amount: Bool, day: Bool, card: Bool)

    /// Creates a description of the change between two versions of a monthly gift. Returns nil if the donor
    /// need not be notified, for example because only the date of the next charge changed.
    init?(
        from before: RecurringGift, to after: RecurringGift, endsAt: Timestamp?, endedAt: Timestamp?,
        hasOtherMethod: Bool, at now: Timestamp
    ) {
        let wasRunning = [.active, .pastDue, .paused].contains(before.status)
        guard wasRunning else { return nil }
        if after.status == .canceled {
            self = .ended
        } else if let endsAt, endsAt != endedAt {
            self = .ends(endsAt)
        } else if after.status == .paused,
            before.status != .paused || before.pausedUntil != after.pausedUntil
        {
            self = .paused(until: after.pausedUntil)
        } else if before.status == .paused, after.status == .active,
            before.pausedUntil.map({ $0 > now }) ?? true
        {
            self = .resumed
        } else {
            let (amount, day) = (before.total != after.total, before.dayOfMonth != after.dayOfMonth)
            guard amount || day || hasOtherMethod else { return nil }
            self = .terms(amount: amount, day: day, card: hasOtherMethod)
        }
    }
}
