import Processor
import TimeKit

/// The result of executing due items.
struct CaughtUp {
    /// Whether the caller's request can run in the same transaction. True if this transaction executed no due
    /// item, or only bookings that could have waited.
    var mayGoOn = true
    /// Whether some charges are still waiting to be booked.
    var leavesBookings = false
}

extension EngineTransaction {
    /// Executes the items that are due at or before a given time, in chronological order.
    ///
    /// Charges are booked ``ProcessorConfiguration/bookingDelay`` seconds after their capture, so all charges
    /// captured in the same second become due together. To keep requests fast, a request that changes data
    /// books only a few of these charges. The remaining charges are booked before the next read, or at the
    /// latest after ``ProcessorConfiguration/bookingPatience``.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of items to execute.
    ///   - patiently: Whether charges that became due in the last few seconds can be booked later.
    ///   - bookings: If `patiently` is true, the maximum number of charges to book now.
    func catchUp(to present: Timestamp, limit: Int, patiently: Bool, bookings: Int) throws -> CaughtUp {
        let overdue = patiently ? present.adding(seconds: -configuration.bookingPatience) : present
        var caughtUp = CaughtUp()
        for done in 0..<limit {
            guard let due = try store.nextDue(upTo: present) else { break }
            let mayWait = due.kind == .booking && due.at > overdue
            if mayWait, caughtUp.mayGoOn, done >= bookings {
                caughtUp.leavesBookings = true
                break
            }
            if !mayWait { caughtUp.mayGoOn = false }
            try store.remove(due)
            now = due.at
            self.present = due.at
            try inAccount(ofObject: due.subject) { try perform(due) }
            // Amounts that became available before `present` are also due.
            if balanceChanges.keys.contains(where: { $0.day.map { $0 <= present } ?? false }) {
                try writeBalances()
            }
        }
        now = present
        self.present = present
        return caughtUp
    }

    func isUpToDate() throws -> Bool { try store.nextDue(upTo: now) == nil }

    /// Executes a due item. The caller must already have selected the account that owns the affected object.
    func perform(_ due: Due) throws {
        switch due.kind {
        case .settlement: try settle(upTo: due.at)
        case .booking: try bookLate(due.subject)
        case .bankDebit: try debitArrives(due.subject)
        case .captureExpiry: try captureExpires(due.subject)
        case .refundStep: try refundSteps(due.subject)
        case .disputeArrival: try disputeArrives(due.subject)
        case .disputeDecision: try disputeEnds(due.subject)
        case .payoutStep: try payoutSteps(due.subject)
        case .trialReminder: try trialWillEnd(due.subject)
        case .resume: try resume(due.subject)
        case .renewal: try renew(due.subject)
        case .finalization: try finalize(due.subject)
        case .retry: try retry(due.subject)
        case .incompleteExpiry: try incompleteExpires(due.subject)
        case .upcoming: try announceRenewal(due.subject)
        case .cancellation: try cancellationComes(due.subject)
        case .collection: try collectionComes(due.subject)
        case .dueDate: try dueDatePasses(due.subject)
        case .schedulePhase: try phaseComes(due.subject)
        case .scheduleExpiry: try scheduleExpires(due.subject)
        case .checkoutExpiry: try checkoutExpires(due.subject)
        case .quoteExpiry: try quoteExpires(due.subject)
        case .topupArrival: try topupArrives(due.subject)
        case .scheduledPayout: try payOutOnSchedule(due.subject)
        case .clockStep: try clockSteps(due.subject)
        case .clockDeletion: try clockExpires(due.subject)
        }
    }

    private func captureExpires(_ id: String) throws {
        if id.hasPrefix("ch_") { return try chargeExpires(id) }
        guard let intent = try find(PaymentIntent.self, id), intent.status == .requiresCapture else { return }
        try close(intent, becauseItExpired: true)
    }
}

extension Due.Kind {
    /// Whether the item affects money or a test clock. If true, the item is always scheduled on the
    /// processor's own clock.
    var isOfMoney: Bool {
        switch self {
        case .settlement, .booking, .bankDebit, .captureExpiry, .refundStep, .disputeArrival,
            .disputeDecision, .payoutStep, .scheduledPayout, .topupArrival, .clockStep, .clockDeletion:
            true
        default: false
        }
    }
}

extension EngineTransaction {
    /// Schedules an item on the current test clock. Without a test clock, or if the item affects money or a
    /// test clock, schedules it on the processor's own clock.
    func schedule(_ kind: Due.Kind, of subject: String, at moment: Timestamp) throws {
        var due = Due(at: moment, kind: kind, subject: subject)
        guard let testClock else { return try store.schedule(due) }
        guard kind.isOfMoney else { return try store.schedule(due, on: testClock) }
        due.at = present.adding(seconds: moment - now)
        try store.schedule(due)
    }

    /// Schedules a task a number of seconds from now.
    func schedule(_ kind: Due.Kind, of subject: String, after seconds: Int64) throws {
        try schedule(kind, of: subject, at: now.adding(seconds: seconds))
    }
}
