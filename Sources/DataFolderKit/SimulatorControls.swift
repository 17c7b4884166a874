package import Documents
package import Processor
package import ProcessorClient
package import ProcessorSimulator
package import TimeKit

/// The operations that only a simulated processor supports: performing a person's steps, such as onboarding,
/// and reading the simulator's clock.
package protocol SimulatorControls: Sendable {
    /// Returns the simulator's time, or nil if the processor is not a simulator.
    func now() async throws(ProcessorError) -> Timestamp?
    /// Performs the onboarding of an account with the given outcome, as the owner of the account would.
    func onboard(_ account: String, _ outcome: Account.OnboardingOutcome) async throws
    /// Responds to the bank's challenge, as the payer would.
    ///
    /// - Throws: `ProcessorError`, for example if the card is declined after the challenge.
    func answerBank(about intent: String, _ outcome: PaymentIntent.ChallengeOutcome) async throws
}

extension SimulatedProcessor: SimulatorControls {
    package func now() async throws(ProcessorError) -> Timestamp? { try await time().now }

    package func onboard(_ account: String, _ outcome: Account.OnboardingOutcome) async throws {
        _ = try await completeOnboarding(account, outcome)
    }

    package func answerBank(about intent: String, _ outcome: PaymentIntent.ChallengeOutcome) async throws {
        _ = try await challenge(intent, outcome)
    }
}

/// The controls for a processor that is reached over HTTP. If the processor is simulated, each control sends
/// it a request. If not, a control that would act for a person throws an error, because only the person can
/// complete that step on the processor's or the bank's pages.
package struct ServedControls: SimulatorControls {
    package let client: ProcessorClient
    /// The function that creates the error for a processor that is not simulated.
    let stranger: @Sendable (_ wanted: String, _ remedy: String) -> CommandError

    package init(
        client: ProcessorClient,
        stranger: @escaping @Sendable (_ wanted: String, _ remedy: String) -> CommandError
    ) {
        self.client = client
        self.stranger = stranger
    }

    package func now() async throws(ProcessorError) -> Timestamp? {
        do {
            let clock: ClockResponse = try await client.answer("GET", SimulatedProcessor.clockPath)
            return Timestamp(seconds: clock.now)
        } catch {
            let isAnswered = (200..<500).contains(error.status) && ![401, 429].contains(error.status)
            guard isAnswered else { throw error }
            return nil
        }
    }

    package func onboard(_ account: String, _ outcome: Account.OnboardingOutcome) async throws {
        guard try await now() != nil else {
            throw stranger(
                "a person must complete onboarding for \(account) on the processor's pages",
                "complete onboarding, and then use `tapctl org onboard` to read the account's status")
        }
        try await play("accounts/\(account)/onboarding/\(outcome.rawValue)")
    }

    package func answerBank(about intent: String, _ outcome: PaymentIntent.ChallengeOutcome) async throws {
        guard try await now() != nil else {
            throw stranger(
                "the payer must confirm the payment on the bank's page",
                "ask the payer to confirm the payment, and then use `tapctl payment reconcile` to read the result of \(intent)"
            )
        }
        try await play("payment_intents/\(intent)/challenge/\(outcome.rawValue)")
    }

    private func play(_ path: String) async throws {
        let _: Named = try await client.answer("POST", "/_tapctl/" + path)
    }

    private struct Named: Decodable, Sendable {
        var object: String
    }
}
