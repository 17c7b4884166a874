import DataFolderKit
import DatabaseKit
import Documents
import Giving
import PaymentCore
import Processor

extension ScenarioRun {
    /// Pays so many times at once, and counts what came of it.
    func payAtOnce(_ times: Int, _ pay: @escaping @Sendable () async throws -> Payment) async -> Outcome {
        await atOnce(times, pay) { [file = world.file] asked in
            try await file.read { try $0.payment(asked.id) ?? asked }.state.rawValue
        }
    }

    /// Does something so many times at once, and counts what came of it: its word, or the code of its error.
    ///
    /// - Parameter word: What came of one, once all were answered. What is answered to one that finds another under way
    ///   depends on which was first, and a run tells the same each time.
    package func atOnce<Answer: Sendable>(
        _ times: Int, _ work: @escaping @Sendable () async throws -> Answer,
        word: (Answer) async throws -> String
    ) async -> Outcome {
        let answers = await withTaskGroup(of: Result<Answer, CommandError>.self) { group in
            for _ in 0..<times { group.addTask { await answer(work) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var outcome = Outcome(text: "")
        for given in answers {
            switch await answer({ try await word(given.get()) }) {
            case .success(let word): outcome.results[word, default: 0] += 1
            case .failure(let error):
                outcome.results[error.code, default: 0] += 1
                outcome.refusal = error
            }
        }
        outcome.tellResults(of: times)
        return outcome
    }

    private func answer<Answer>(_ work: () async throws -> Answer) async -> Result<Answer, CommandError> {
        do {
            return .success(try await work())
        } catch {
            return .failure(CommandError(error))
        }
    }

    /// The payer answers the bank that asks about a payment.
    package func answerBank(about payment: String, _ passed: Bool) async throws -> Outcome {
        guard let intent = try await world.file.read({ try $0.payment(payment)?.intent }) else {
            throw GivingError(.wrongState, "a payment without an intent")
        }
        try await world.controls.answerBank(about: intent, passed ? .passed : .failed)
        try await world.giving.payments.refresh(payment: payment)
        try await world.products.settleDue()
        return Outcome(text: try await world.file.read { try $0.payment(payment)?.state.rawValue } ?? "gone")
    }
}
