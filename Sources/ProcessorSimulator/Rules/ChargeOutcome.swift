import Processor
import TimeKit

/// What the donor's bank answers to an attempt.
enum ChargeOutcome: Hashable {
    case succeeds
    case declines(Decline)
    /// The donor has to say yes on the bank's page.
    case needsAction
    /// A bank debit: the answer comes in days.
    case processes

    /// The answer for a method at a time.
    ///
    /// - Parameters:
    ///   - offSession: The donor is not there to be asked.
    ///   - challenged: The donor was asked and said yes.
    static func of(
        _ method: PaymentMethod, offSession: Bool, challenged: Bool = false, at now: Timestamp
    ) -> ChargeOutcome {
        if let card = method.card, card.hasExpired(at: now) { return .declines(.expired) }
        switch TestMethod.behavior(of: method.card) {
        case .declines(let decline): return .declines(decline)
        case .declinesOnceAttached: return .declines(.generic)
        case .needsAuthentication where challenged: return .succeeds
        case .needsAuthentication:
            return offSession ? .declines(.authenticationRequired) : .needsAction
        case .debits: return .processes
        case .succeeds, .succeedsAvailable, .isDisputed, .isInquired, .refundFails, .refundPends:
            return .succeeds
        }
    }
}
