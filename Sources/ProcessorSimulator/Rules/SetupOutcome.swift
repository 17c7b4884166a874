import Processor
import TimeKit

/// What the donor's bank answers when a method is to be kept.
///
/// Source: Stripe documentation, "Testing", "Set up future payments".
enum SetupOutcome: Hashable {
    case succeeds
    case declines(Decline)
    /// The donor has to say yes on the bank's page.
    case needsAction

    /// - Parameter challenged: The donor was asked and said yes.
    static func of(_ method: PaymentMethod, challenged: Bool, at now: Timestamp) -> SetupOutcome {
        if let card = method.card, card.hasExpired(at: now) { return .declines(.expired) }
        return switch TestMethod.behavior(of: method.card) {
        case .declines(let decline): .declines(decline)
        case .needsAuthentication: challenged ? .succeeds : .needsAction
        default: .succeeds
        }
    }
}
