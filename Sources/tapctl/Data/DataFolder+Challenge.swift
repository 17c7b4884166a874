import Giving
import PaymentCore
import Processor

extension DataFolder {
    /// Plays the donor on the bank's page, where the gift waits for that.
    ///
    /// A card that is declined after all shows in the gift.
    func play(_ outcome: PaymentIntent.ChallengeOutcome, for gift: Gift) async throws -> Gift {
        guard gift.status == .requiresAction, let payment = gift.payment else { return gift }
        try await play(outcome, forPayment: payment)
        return try await read { try $0.gift(gift.id) } ?? gift
    }

    /// Plays the payer on the bank's page, where the payment waits for that.
    ///
    /// A card that is declined after all shows in the payment.
    func play(_ outcome: PaymentIntent.ChallengeOutcome, forPayment id: String) async throws {
        let payment = try await read { try $0.payment(id) }
        guard let payment, payment.state == .requiresAction, let intent = payment.intent else { return }
        do {
            try await controls.answerBank(about: intent, outcome)
        } catch let error as ProcessorError where !error.leavesOutcomeUnknown {
            // The payment tells why.
        }
        try await payments.refresh(payment: id)
        try await products.settleDue()
    }

    /// Where a payment stands now.
    func known(_ payment: Payment) async throws -> Payment {
        try await read { try $0.payment(payment.id) } ?? payment
    }
}
