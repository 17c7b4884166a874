import DataFolderKit
import DatabaseKit
package import Documents
import FailureKit
import Giving
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// A scenario while it runs: its world, and what its names stand for.
package struct ScenarioRun {
    package let scenario: GivingScenario
    package var world: ScenarioWorld
    /// Gifts by the names of the file.
    package var gifts: [String: String] = [:]
    /// Contracts by the names of the file.
    package var contracts: [String: String] = [:]
    /// Payees of bookings by the names of the file.
    package var payees: [String: String] = [:]
    /// Quotes by the names of the file.
    var quotes: [String: String] = [:]
    /// Made cards by their names.
    var cards: [String: String] = [:]
    /// How far the clock goes at once, in seconds: ten years of ten leap days at most.
    static let longestAdvance: Int64 = 3_660 * 86_400
    private var plan = ProcessorFaultPlan()
    private let seed: UInt64

    /// What came of an action.
    package struct Outcome {
        package var text: String
        /// How many gifts ended how.
        package var results: [String: Int] = [:]
        /// The code and sentence of the error, where it was refused.
        package var refusal: CommandError?
        var leadsTo: String?

        /// What ended how, for people: `succeeded` for one, else `2 succeeded, 1 wrong_state`.
        mutating func tellResults(of times: Int) {
            text = results.sorted { $0.key < $1.key }
                .map { times == 1 ? $0.key : "\($0.value) \($0.key)" }.joined(separator: ", ")
        }
    }

    private init(_ scenario: GivingScenario, seed: UInt64, overHTTP: Bool) async throws {
        self.scenario = scenario
        self.seed = seed
        world = try await ScenarioWorld.make(at: scenario.clock, seed: seed, overHTTP: overHTTP)
    }

    /// Runs a scenario from its begin to its end, whatever its expectations find.
    ///
    /// - Parameters:
    ///   - overHTTP: Puts the processor behind a port of this machine.
    ///   - progress: Told how many steps are done.
    package static func run(
        _ scenario: GivingScenario, file: String, seed: UInt64, overHTTP: Bool, progress: (Int) -> Void
    ) async throws -> ScenarioResult {
        var run = try await ScenarioRun(scenario, seed: seed, overHTTP: overHTTP)
        defer { run.world.remove() }
        var result = ScenarioResult(file: file, name: scenario.name, seed: seed, end: scenario.clock)
        try await run.makeOrganizations(file: file)
        for (index, step) in scenario.steps.enumerated() {
            try Task.checkCancellation()
            progress(index)
            result.steps.append(try await run.carryOut(step))
            try Task.checkCancellation()
        }
        result.end = run.world.clock.now
        result.requestsOverHTTP = run.world.requestsOverHTTP
        return result
    }

    private func makeOrganizations(file: String) async throws {
        let now = world.clock.now
        for organization in scenario.organizations {
            do {
                try await world.file.write { transaction in
                    _ = try transaction.addOrganization(organization.id, organization.fields, at: now)
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
                    .malformed, code: error.code.rawValue, "\(file) is no scenario",
                    reason: "line \(organization.line): \(error.summary)", remedy: error.commandRemedy)
            }
            let (_, payee) = try await world.giving.onboard(organization.id)
            try await world.controls.onboard(payee.id, .complete)
            _ = try await world.giving.onboard(organization.id)
        }
    }

    private mutating func carryOut(_ step: ScenarioStep) async throws -> ScenarioResult.Step {
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
                outcome = Outcome(text: "died at request \(death.request), started again")
            }
            try world.restart(plan)
        }
        for expectation in step.expectations { checks.append(try await check(expectation, outcome)) }
        if let unexpected = unexpected(outcome, step) { checks.append(unexpected) }
        return ScenarioResult.Step(
            line: step.line, action: step.action.key, what: step.action.sentence, time: time,
            result: outcome.text, checks: checks)
    }

    /// A refusal that no expectation names is a failure.
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
            line: step.line, title: "done", expected: "done", found: "\(refusal.code): \(refusal.sentence)",
            passed: false)
    }

    /// From now on this goes wrong.
    mutating func fail(by plan: ProcessorFaultPlan) {
        self.plan = plan
        // Drawn from the run's seed, unless nothing is drawn.
        self.plan.seed = seed
        world.line.begin(self.plan)
    }
}
