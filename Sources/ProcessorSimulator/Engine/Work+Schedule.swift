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
    func schedule(_ due: Due) throws {
        guard let testClock else { return try store.schedule(due) }
        guard due.kind.isOfMoney else { return try store.schedule(due, on: testClock) }
        try store.schedule(
            Due(at: present.adding(seconds: due.at - now), kind: due.kind, subject: due.subject))
    }
}
