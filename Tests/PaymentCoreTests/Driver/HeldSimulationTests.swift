import DatabaseKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Held money with a processor that fails, and invariants after every step.
@Suite struct HeldSimulationTests {
    private static let steps = 30

    @Test("no money is lost, duplicated or held forever after any failure")
    func booksHold() async throws {
        try await simulateEverySeed(
            atATime: 2,
            seeing: [
                "charge requiresPaymentMethod", "release released", "reversal", "refund", "payout", "silence",
                "dispute winning_evidence", "dispute losing_evidence", "refused: wrongState",
            ], moreThan: 4
        ) { seed, tell in
            try await Self.problem(with: seed, telling: tell)
        }
    }

    private static func problem(with seed: UInt64, telling tell: (String) -> Void) async throws -> String? {
        let plan = ProcessorFaultPlan(
            rate: 1_500, events: seed.isMultiple(of: 2) ? [.twice, .shuffled] : [.lost], seed: seed)
        let world = try await HeldWorld.make(seed: seed) { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        var marketplace = Marketplace(seed: seed)
        var done: [String] = []
        for step in 0..<steps {
            done.append(try await marketplace.act(in: world))
            tell(done[step])
            let problems = try await world.problems()
            guard problems.isEmpty else {
                return "step \(step), \(done[step]): \(problems.joined(separator: "; "))"
            }
        }
        var problems = try await world.differences()
        try await settleAll(world)
        problems += try await world.differences()
        let held = try await world.held()
        if held != 0 { problems.append("\(held) is held, though all is released or given back") }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// Ends every dispute, and releases all held money.
    ///
    /// The platform has enough money of its own to bear its expenses, so reversed money can be released from
    /// its balance.
    private static func settleAll(_ world: HeldWorld) async throws {
        try await world.charge(
            .job(100_000_00, payee: 0), .platform(revenue: .planRevenue), by: 1000, with: world.calm)
        world.clock.advance(seconds: 40 * 86_400)
        _ = try await world.calm.reconcile()
        for dispute in try await world.file.read({ try $0.openDisputes(limit: 100) }) {
            try await world.calm.submit(evidence: "winning_evidence", for: dispute.id)
        }
        world.clock.advance(seconds: 40 * 86_400)
        _ = try await world.calm.reconcile()
        for payment in try await world.file.read({ try $0.payments(in: .succeeded, after: nil, limit: 1000) }
        )
        where try await world.ledger(.held(payment.id)) != 0 {
            try await world.release(payment.id, with: world.calm)
        }
    }

    @Test("after a crash at any request, the books and the processor agree", arguments: [true, false])
    func death(isCarriedOut: Bool) async throws {
        for request in 1...12 {
            let death = ProcessorFaultPlan.Death(request: request, isCarriedOut: isCarriedOut)
            let world = try await HeldWorld.make(seed: UInt64(request)) {
                FaultyProcessor($0, ProcessorFaultPlan(death: death)) { _ in }
            }
            defer { world.remove() }
            _ = try? await script(world)
            // In every second case, the processor's keys have expired.
            world.clock.advance(seconds: request.isMultiple(of: 2) ? 30 * 3600 : 60)
            #expect(try await world.differences() == [], "dies at \(request)")
            #expect(try await world.file.read { try $0.openCalls(limit: 10) }.isEmpty, "dies at \(request)")
        }
    }

    /// Releases a payment in halves, and refunds a part of it.
    private func script(_ world: HeldWorld) async throws {
        let payment = try await world.charge(.job(10_000))
        try await world.release(payment.id, 5_000)
        try await world.release(payment.id)
        try await world.refund(payment.id, 4_000)
    }
}
