import Giving
import PaymentCore
import Processor
import ProcessorSimulator

extension DataFolder {
    /// Plays the donor on the bank's page, where the gift waits for that.
    ///
    /// A card that is declined after all shows in the gift.
    func play(_ outcome: PaymentIntent.ChallengeOutcome, for gift: Gift) async throws -> Gift {
        guard gift.status == .requiresAction, let intent = gift.paymentIntent, let payment = gift.payment
        else { return gift }
        do {
            _ = try await processor.challenge(intent, outcome)
        } catch {
            if error.leavesOutcomeUnknown { throw error }
        }
        try await payments.refresh(payment: payment)
        return try await read { try $0.gift(gift.id) } ?? gift
    }
}
