import Giving
import PaymentCore
import Processor

extension DataFolder {
    /// Plays the donor on the bank's page, where the gift waits for that.
    ///
    /// A card that is declined after all shows in the gift.
    func play(_ outcome: PaymentIntent.ChallengeOutcome, for gift: Gift) async throws -> Gift {
        guard gift.status == .requiresAction, let intent = gift.paymentIntent, let payment = gift.payment
        else { return gift }
        do {
            try await controls.answerBank(about: intent, outcome)
        } catch let error as ProcessorError where !error.leavesOutcomeUnknown {
            // The gift tells why.
        }
        try await payments.refresh(payment: payment)
        return try await read { try $0.gift(gift.id) } ?? gift
    }
}
