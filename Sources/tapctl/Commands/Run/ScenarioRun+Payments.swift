import DatabaseKit
import Giving
import PaymentCore
import Processor

extension ScenarioRun {
    /// Pays so many times at once, and counts what came of it.
    func payAtOnce(_ times: Int, _ pay: @escaping @Sendable () async throws -> Payment) async -> Outcome {
        await atOnce(times) { try await pay().state.rawValue }
    }

    /// Does something so many times at once, and counts what came of it: its word, or the code of its error.
    func atOnce(_ times: Int, _ work: @escaping @Sendable () async throws -> String) async -> Outcome {
        var outcome = Outcome(text: "")
        await withTaskGroup(of: Result<String, CommandError>.self) { group in
            for _ in 0..<times {
                group.addTask {
                    do {
                        return .success(try await work())
                    } catch {
                        return .failure(CommandError(error))
                    }
                }
            }
            for await result in group {
                switch result {
                case .success(let word): outcome.results[word, default: 0] += 1
                case .failure(let error):
                    outcome.results[error.code, default: 0] += 1
                    outcome.refusal = error
                }
            }
        }
        outcome.tellResults(of: times)
        return outcome
    }

    /// The payer answers the bank that asks about a payment.
    func answerBank(about payment: String, _ passed: Bool) async throws -> Outcome {
        guard let intent = try await world.file.read({ try $0.payment(payment)?.intent }) else {
            throw GivingError(.wrongState, "a payment without an intent")
        }
        try await world.controls.answerBank(about: intent, passed ? .passed : .failed)
        try await world.giving.payments.refresh(payment: payment)
        try await world.products.settleDue()
        return Outcome(text: try await world.file.read { try $0.payment(payment)?.state.rawValue } ?? "gone")
    }
}
