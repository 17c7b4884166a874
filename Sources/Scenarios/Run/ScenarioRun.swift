package import DataFolderKit
import DatabaseKit
import Documents
import FailureKit
import Giving
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// A scenario that is being run, with its environment and the ids of its named objects.
package struct ScenarioRun {
    let scenario: GivingScenario
    var world: ScenarioWorld
    /// The ids of gifts and of the products' objects, by kind and by name in the scenario file.
    var ids: [ScenarioKind: [String: String]] = [:]
    /// The ids of the payment methods for the scenario's cards, keyed by card name.
    var cards: [String: String] = [:]
    /// The maximum length of a single advance of the clock, in seconds: ten years of 366 days.
    static let longestAdvance: Int64 = 3_660 * 86_400
    private var plan = ProcessorFaultPlan()
    private let seed: UInt64

    /// The outcome of an action.
    struct Outcome {
        var text: String
        /// The numbers of results, keyed by status or error code.
        var results: [String: Int] = [:]
        /// The error if the action was refused, or nil.
        var refusal: CommandError?
        var leadsTo: String?

        /// Counts a result by its word, or a refusal by its code.
        mutating func count(_ result: Result<String, CommandError>) {
            switch result {
            case .success(let word): results[word, default: 0] += 1
            case .failure(let error):
                results[error.code, default: 0] += 1
                refusal = error
            }
        }

        /// Sets the text from the results, such as `succeeded` for a single result or
        /// `2 succeeded, 1 wrong_state` for several.
        mutating func reportResults(of times: Int) {
            text = results.sorted { $0.key < $1.key }
                .map { times == 1 ? $0.key : "\($0.value) \($0.key)" }.joined(separator: ", ")
        }
    }

    /// Runs all steps of a scenario, even if expectations fail.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - products: The products that the scenario can use.
    ///   - file: The name of the scenario's file, for the result.
    ///   - seed: The seed for all random numbers.
    ///   - overHTTP: Whether to run the processor as an HTTP server on a local port.
    ///   - keep: The path of a new folder in which the data is kept after the run, or nil to remove all data.
    ///   - progress: Called before each step, with the number of completed steps.
    package static func run(
        _ scenario: GivingScenario, products: [any PlatformProduct] = Products.all, file: String,
        seed: UInt64, overHTTP: Bool, keep: String? = nil, progress: (Int) -> Void
    ) async throws -> ScenarioResult {
        let kept = try keep.map { try PlacedFolder(for: $0) }
        defer { kept?.discard() }
        let world = try await ScenarioWorld.make(
            at: scenario.clock, seed: seed, overHTTP: overHTTP, in: kept?.temporaryPath, products: products)
        var run = ScenarioRun(scenario: scenario, world: world, seed: seed)
        defer { run.world.remove() }
        var result = ScenarioResult(file: file, name: scenario.name, seed: seed, end: scenario.clock)
        try await run.makeOrganizations(file: file)
        for (index, step) in scenario.steps.enumerated() {
            try Task.checkCancellation()
            progress(index)
            result.steps.append(try await run.run(step))
            try Task.checkCancellation()
        }
        result.end = run.world.clock.now
        result.requestsOverHTTP = run.world.requestsOverHTTP
        if let kept {
            try run.world.close()
            try kept.place()
        }
        return result
    }

    private func makeOrganizations(file: String) async throws {
        let now = world.clock.now
        for organization in scenario.organizations {
            do {
                try await world.file.write { transaction in
                    let fields = organization.fields.readingPlainAmounts()
                    _ = try transaction.addOrganization(organization.id, fields, at: now)
                    for alias in organization.aliases {
                        _ = try transaction.addAlias(alias, to: organization.id)
                    }
                    for fund in organization.funds {
                        _ = try transaction.addFund(
                            fund.id, name: fund.name, to: organization.id,
                            offersOneTime: fund.offersOneTime, offersMonthly: fund.offersMonthly, at: now)
                    }
                }
            } catch let error as DirectoryError {
                throw CommandError(
                    .malformed, code: error.code.rawValue, "\(file) is not a valid scenario",
                    reason: "line \(organization.line): \(error.summary)", remedy: error.commandRemedy)
            }
            let (_, payee) = try await world.giving.onboard(organization.id)
            try await world.controls.onboard(payee.id, .complete)
            _ = try await world.giving.onboard(organization.id)
        }
    }

    private mutating func run(_ step: ScenarioStep) async throws -> ScenarioResult.Step {
        try await world.catchUp()
        let time = world.clock.now
        if let death = step.crash {
            var plan = plan
            plan.death = death
            world.line.begin(plan)
        }
        var outcome: Outcome
        do {
            outcome = try await perform(step.action)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            let error = CommandError(error)
            outcome = Outcome(text: error.code, refusal: error)
        }
        var checks: [ScenarioResult.Check] = []
        if let death = step.crash {
            let requests = world.line.requests
            if requests < death.request {
                checks.append(
                    .init(
                        line: step.line, title: "crash", expected: "at request \(death.request)",
                        found: counted(requests, "request"), passed: false))
            } else {
                outcome = Outcome(text: "crashed at request \(death.request), then restarted")
            }
            try world.restart(plan)
        }
        for expectation in step.expectations { checks.append(try await check(expectation, outcome)) }
        if let unexpected = unexpected(outcome, step) { checks.append(unexpected) }
        return ScenarioResult.Step(
            line: step.line, action: step.key, what: step.action.sentence, time: time,
            result: outcome.text, checks: checks)
    }

    /// Returns a failed check if the action was refused and no expectation covers the refusal; otherwise nil.
    private func unexpected(_ outcome: Outcome, _ step: ScenarioStep) -> ScenarioResult.Check? {
        guard let refusal = outcome.refusal else { return nil }
        let isExpected = step.expectations.contains { expectation in
            switch expectation.subject {
            case .refused, .result: true
            default: false
            }
        }
        guard !isExpected else { return nil }
        return .init(
            line: step.line, title: "done", expected: "done",
            found: "\(refusal.code): \(refusal.sentence) "
                + "(to accept this refusal, add `refused: \(refusal.code)` to `expect`)",
            passed: false)
    }

    /// Replaces the simulated faults, starting with the current step.
    mutating func fail(by plan: ProcessorFaultPlan) {
        self.plan = plan
        // Random faults are generated from the seed of the run.
        self.plan.seed = seed
        world.line.begin(self.plan)
    }
}
