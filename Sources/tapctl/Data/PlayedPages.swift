import Processor
import ProcessorClient
import ProcessorSimulator

/// The pages of a simulated processor on which a command plays the person.
protocol PlayedPages: Sendable {
    /// Does what a person does who onboards an account.
    func onboard(_ account: String, _ outcome: Account.OnboardingOutcome) async throws
    /// Does what a donor does whom their bank asks.
    ///
    /// - Throws: `ProcessorError`, also where the card is declined after all.
    func answerBank(about intent: String, _ outcome: PaymentIntent.ChallengeOutcome) async throws
}

extension SimulatedProcessor: PlayedPages {
    func onboard(_ account: String, _ outcome: Account.OnboardingOutcome) async throws {
        _ = try await completeOnboarding(account, outcome)
    }

    func answerBank(about intent: String, _ outcome: PaymentIntent.ChallengeOutcome) async throws {
        _ = try await challenge(intent, outcome)
    }
}

/// The pages of a processor that is served: a simulated one has a way to play them, of another they are its own.
struct ServedPages: PlayedPages {
    let client: ProcessorClient
    /// What is told where it is no simulated processor.
    let stranger: @Sendable (_ wanted: String, _ remedy: String) -> CommandError

    func onboard(_ account: String, _ outcome: Account.OnboardingOutcome) async throws {
        guard try await isSimulated else {
            throw stranger(
                "a person has to onboard \(account) on its own pages",
                "once that is done, `tapctl org onboard` reads how far it is")
        }
        try await play("accounts/\(account)/onboarding/\(outcome.rawValue)")
    }

    func answerBank(about intent: String, _ outcome: PaymentIntent.ChallengeOutcome) async throws {
        guard try await isSimulated else {
            throw stranger(
                "the donor has to answer their bank on its own page",
                "once that is done, `tapctl payment reconcile` reads what became of \(intent)")
        }
        try await play("payment_intents/\(intent)/challenge/\(outcome.rawValue)")
    }

    /// Whether it has a clock that can be moved: Stripe has no such path.
    private var isSimulated: Bool {
        get async throws {
            do {
                let clock: Named = try await client.answer("GET", "/_tapctl/clock")
                return clock.object == "clock"
            } catch {
                if error.leavesOutcomeUnknown { throw error }
                return false
            }
        }
    }

    private func play(_ path: String) async throws {
        let _: Named = try await client.answer("POST", "/_tapctl/" + path)
    }

    private struct Named: Decodable, Sendable {
        var object: String
    }
}
