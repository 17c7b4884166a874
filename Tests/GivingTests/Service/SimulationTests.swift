import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing

/// The real rules on a virtual clock, with a processor that fails, and invariants after every step.
@Suite struct SimulationTests {
    static let steps = 500
    /// The number of steps between two comparisons of our books with the processor's.
    static let stride = 100

    @Test("no cent is lost, doubled or unexplained after any failure")
    func booksHold() async throws {
        // Each seed has two databases, so only a few run at a time.
        try await longRunSeeds.forEachConcurrently(atATime: 3) { seed in
            if let problem = try await Self.problem(with: seed) {
                Issue.record("TAPKIT_SEED=\(seed): \(problem)")
            }
        }
    }

    /// Returns the failure and its step, or nil if all invariants hold.
    private static func problem(with seed: UInt64) async throws -> String? {
        let plan = ProcessorFaultPlan(
            rate: 300, events: seed.isMultiple(of: 2) ? [.twice, .shuffled] : [.lost], seed: seed)
        let world = try await GivingWorld.make(seed: seed) { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        var congregation = Congregation(seed: seed)
        for step in 0..<steps {
            let did: String
            do {
                did = try await congregation.act(in: world)
            } catch let lie as Congregation.NotDone {
                return "step \(step): told as done: \(lie.what)"
            }
            var problems = try await world.problems()
            if step % stride == stride - 1 { problems += try await world.differences() }
            guard problems.isEmpty else { return "step \(step), \(did): \(problems.joined(separator: "; "))" }
        }
        return nil
    }
}
