import DataFolderKit
import DatabaseKit
import Documents
import Giving
import PaymentCore
import Processor

extension ScenarioRun {
    /// Makes a payment several times concurrently, and counts the outcomes.
    func payAtOnce(_ times: Int, _ pay: @escaping @Sendable () async throws -> Payment) async -> Outcome {
        await atOnce(times, pay) { [file = world.file] asked in
            try await file.read { try $0.payment(asked.id) ?? asked }.state.rawValue
        }
    }

    /// Performs an operation several times concurrently, and counts the outcomes. Results are grouped by the
    /// string that `word` returns, and errors by their code.
    ///
    /// A call that finds another call in progress can return an outdated result. `word` is therefore called
    /// only after all calls have ended.
    func atOnce<Answer: Sendable>(
        _ times: Int, _ work: @escaping @Sendable () async throws -> Answer,
        word: (Answer) async throws -> String
    ) async -> Outcome {
        let answers = await withTaskGroup(of: Result<Answer, CommandError>.self) { group in
            for _ in 0..<times { group.addTask { await Self.answer(work) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var outcome = Outcome(text: "")
        for given in answers { outcome.count(await Self.answer { try await word(given.get()) }) }
        outcome.reportResults(of: times)
        return outcome
    }

    /// Returns the answer of an operation, or the reason for its refusal.
    static func answer<Answer>(_ work: () async throws -> Answer) async -> Result<Answer, CommandError> {
        do {
            return .success(try await work())
        } catch {
            return .failure(CommandError(error))
        }
    }

    /// Simulates the payer's response to the bank's challenge for a payment.
    func answerBank(about payment: String, _ passed: Bool) async throws -> Outcome {
        guard let intent = try await world.file.read({ try $0.payment(payment)?.intent }) else {
            throw GivingError(.wrongState, "a payment to which the processor has not responded")
        }
        try await world.controls.answerBank(about: intent, passed ? .passed : .failed)
        try await world.giving.payments.refresh(payment: payment)
        try await world.products.settleDue()
        return Outcome(text: try await world.file.read { try $0.payment(payment)?.state.rawValue } ?? "gone")
    }
}
