import Processor
import TimeKit

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

extension Work {
    /// Lets something happen later: by the test clock that rules now, else by the processor's own.
    func schedule(_ kind: Due.Kind, of subject: String, at moment: Timestamp) throws {
        var due = Due(at: moment, kind: kind, subject: subject)
        guard let testClock else { return try store.schedule(due) }
        guard kind.isOfMoney else { return try store.schedule(due, on: testClock) }
        due.at = present.adding(seconds: moment - now)
        try store.schedule(due)
    }
}
