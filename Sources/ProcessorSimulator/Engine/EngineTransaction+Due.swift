import Processor
import TimeKit

/// How far what is due was done.
struct CaughtUp {
    /// The request that asked may be carried out in this unit: nothing else was due.
    var mayGoOn = true
    /// Charges are left that may be booked a little later.
    var leavesBookings = false
}

extension EngineTransaction {
    /// Does what is due up to a second, in the order of time.
    ///
    /// All charges of one second are to be booked at once, ``ProcessorConfiguration/bookingDelay`` later. While many
    /// are,
    /// a change books a few at most, so that none waits for all of them; a few seconds later, and for whoever looks,
    /// they
    /// are due like all else.
    ///
    /// - Parameters:
    ///   - limit: How much is done at most.
    ///   - patiently: Charges of the last seconds may wait.
    ///   - bookings: How many of those are booked all the same.
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
            try perform(due)
            // What this makes available within the time that is caught up with is due itself.
            if balanceChanges.keys.contains(where: { $0.day.map { $0 <= present } ?? false }) {
                try writeBalances()
            }
        }
        now = present
        self.present = present
        return caughtUp
    }

    /// Whether nothing is due.
    func isUpToDate() throws -> Bool { try store.nextDue(upTo: now) == nil }

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
        case .checkoutExpiry: try checkoutExpires(due.subject)
        case .scheduledPayout: try payOutOnSchedule(due.subject)
        case .clockStep: try clockSteps(due.subject)
        case .clockDeletion: try clockExpires(due.subject)
        }
    }

    private func captureExpires(_ id: String) throws {
        guard let intent = try find(PaymentIntent.self, id), intent.status == .requiresCapture else { return }
        try close(intent, becauseItExpired: true)
    }
}

extension Due.Kind {
    /// What happens to money, and never on a test clock's time.
    var isOfMoney: Bool {
        switch self {
        case .settlement, .booking, .bankDebit, .captureExpiry, .refundStep, .disputeArrival,
            .disputeDecision, .payoutStep, .scheduledPayout, .clockStep, .clockDeletion:
            true
        default: false
        }
    }
}

extension EngineTransaction {
    /// Lets something happen later: by the test clock that rules now, else by the processor's own.
    func schedule(_ kind: Due.Kind, of subject: String, at moment: Timestamp) throws {
        var due = Due(at: moment, kind: kind, subject: subject)
        guard let testClock else { return try store.schedule(due) }
        guard kind.isOfMoney else { return try store.schedule(due, on: testClock) }
        due.at = present.adding(seconds: moment - now)
        try store.schedule(due)
    }
}
