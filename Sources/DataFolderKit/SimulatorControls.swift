package import Documents
package import Processor
package import ProcessorClient
package import ProcessorSimulator
package import TimeKit

/// What a simulated processor alone has: pages on which a command plays the person, and a clock of its own.
package protocol SimulatorControls: Sendable {
    /// What time it is there; nil where no simulator's clock is.
    func now() async throws(ProcessorError) -> Timestamp?
    /// Does what a person does who onboards an account.
    func onboard(_ account: String, _ outcome: Account.OnboardingOutcome) async throws
    /// Does what a donor does whom their bank asks.
    ///
    /// - Throws: `ProcessorError`, also where the card is declined after all.
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

/// Those of a processor that is served: a simulated one has a way to them, and another has pages for people alone.
package struct ServedControls: SimulatorControls {
    package let client: ProcessorClient
    /// What is told where it is no simulated processor.
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
            let clock: ToldClock = try await client.answer("GET", SimulatedProcessor.clockPath)
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
                "a person has to onboard \(account) on its own pages",
                "once that is done, `tapctl org onboard` reads how far it is")
        }
        try await play("accounts/\(account)/onboarding/\(outcome.rawValue)")
    }

    package func answerBank(about intent: String, _ outcome: PaymentIntent.ChallengeOutcome) async throws {
        guard try await now() != nil else {
            throw stranger(
                "the donor has to answer their bank on its own page",
                "once that is done, `tapctl payment reconcile` reads what became of \(intent)")
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
