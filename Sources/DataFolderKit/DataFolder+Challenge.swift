import Documents
package import Giving
package import PaymentCore
package import Plans
package import Processor

extension DataFolder {
    /// Responds to the bank's challenge as the donor would, if the gift requires a challenge.
    ///
    /// - Returns: The updated gift, whose status also shows whether the card was declined after the
    ///   challenge.
    package func play(_ outcome: PaymentIntent.ChallengeOutcome, for gift: Gift) async throws -> Gift {
        guard gift.status == .requiresAction, let payment = gift.payment else { return gift }
        try await play(outcome, forPayment: payment)
        return try await read { try $0.gift(gift.id) } ?? gift
    }

    /// Responds to the bank's challenge as the payer would, if the payment requires a challenge.
    ///
    /// If the card is declined after the challenge, the payment records the decline.
    package func play(_ outcome: PaymentIntent.ChallengeOutcome, forPayment id: String) async throws {
        let payment = try await read { try $0.payment(id) }
        guard let payment, payment.state == .requiresAction, let intent = payment.intent else { return }
        try await answerBank(about: intent, outcome)
        try await payments.refresh(payment: id)
        try await settleDue()
    }

    /// Confirms or refuses a charge for the subscriber's plan at the payer's simulated bank, if the bank
    /// requires a confirmation.
    ///
    /// - Returns: The resulting status of the subscriber's plan.
    package func play(_ outcome: PaymentIntent.ChallengeOutcome, forPlanOf subscriber: String) async throws
        -> PlanStatus
    {
        let status = try await products.plans.status(of: subscriber)
        guard let intent = status.intentWaitingForBank else { return status }
        try await answerBank(about: intent, outcome)
        return try await products.plans.refresh(subscriber)
    }

    /// Confirms or refuses a payment intent at the payer's simulated bank. Ignores errors that the processor
    /// returns, such as a declined card.
    package func answerBank(about intent: String, _ outcome: PaymentIntent.ChallengeOutcome) async throws {
        do {
            try await controls.answerBank(about: intent, outcome)
        } catch let error as ProcessorError where !error.leavesOutcomeUnknown {}
    }

    /// Returns the current state of a payment from the database, or the given state if the database does not
    /// contain the payment.
    package func known(_ payment: Payment) async throws -> Payment {
        try await read { try $0.payment(payment.id) } ?? payment
    }
}
