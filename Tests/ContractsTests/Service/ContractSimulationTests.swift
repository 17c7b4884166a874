import Contracts
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Contracts with a processor that fails, and invariants after every step.
@Suite struct ContractSimulationTests {
    private static let steps = 12

    @Test("no money is lost, counted twice or held forever after any steps")  // C0-60, C0-61, C0-62
    func booksHold() async throws {
        try await simulateEverySeed(
            seeing: [
                "pay succeeded", "pay requires_payment_method", "complete", "complete_milestone", "release",
                "dispute", "resolve", "cancel", "bank winning_evidence", "bank losing_evidence",
                "pay requires_confirmation",
            ]
        ) { seed, tell in
            try await Self.problem(with: seed, telling: tell)
        }
    }

    private static func problem(
        with seed: UInt64, telling tell: (String) -> Void
    ) async throws -> String? {
        let plan = ProcessorFaultPlan(
            rate: 3_000, events: seed.isMultiple(of: 2) ? [.twice, .shuffled] : [.lost], seed: seed)
        let world = try await ContractWorld.make(seed: seed) { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        var parties = Parties(seed: seed)
        _ = try await parties.make(in: world)
        for step in 0..<steps {
            let what = try await parties.act(in: world)
            tell(what)
            let problems = try await world.problems()
            guard problems.isEmpty else {
                return "step \(step), \(what): \(problems.joined(separator: "; "))"
            }
        }
        try await end(world)
        var problems = try await world.problems()
        let held = try await world.held().reduce(0, +)
        if held != 0 { problems.append("\(held) is held at the end") }
        for contract in try await world.calm.contracts()
        where ![.cancelled, .completed].contains(contract.status) {
            problems.append("\(contract.id) is \(contract.status) at the end")
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// Settles everything: open calls, disputes and contracts.
    private static func end(_ world: ContractWorld) async throws {
        let payments = world.calm.payments
        world.clock.advance(seconds: 40 * 86_400)
        _ = try await payments.reconcile()
        for dispute in try await world.file.read({ try $0.openDisputes(limit: 100) }) {
            try await payments.submit(evidence: "winning_evidence", for: dispute.id)
        }
        for contract in try await world.calm.contracts() {
            if contract.allowed.contains(.resolve) {
                _ = try await world.calm.perform(
                    .resolve(payer: BasisPoints(5000), payee: BasisPoints(5000)), on: contract.id,
                    by: .platform, reason: "the end")
            }
            if try await world.calm.contract(contract.id).allowed.contains(.cancel) {
                _ = try await world.calm.perform(
                    .cancel, on: contract.id, by: .platform, reason: "the end")
            }
        }
        world.clock.advance(seconds: 86_400)
        _ = try await payments.reconcile()
        try await world.calm.settleDue()
    }
}

/// Two parties with random contracts, payments and disputes, drawn from a seed.
private struct Parties {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0x9E37_79B9) }

    /// Performs one random action. Refusals and unknown outcomes are expected.
    mutating func act(in world: ContractWorld) async throws -> String {
        let chosen = Int.random(in: 0..<100, using: &generator)
        do {
            switch chosen {
            case 0..<10: return try await make(in: world)
            case 10..<36: return try await pay(in: world)
            case 36..<74: return try await perform(in: world)
            case 74..<86: return try await answerBank(in: world)
            case 86..<93:
                _ = try await world.contracts.payments.reconcile()
                try await world.contracts.settleDue()
                return "reconcile"
            default:
                world.clock.advance(
                    seconds: Int64.random(in: 1...(chosen > 95 ? 5 * 86_400 : 7_200), using: &generator))
                try await world.contracts.settleDue()
                return "time"
            }
        } catch let error as PaymentError {
            return error.code == .outcomeUnknown ? "silence" : "refused: \(error.code)"
        } catch let error as ContractError {
            return "refused: \(error.code)"
        }
    }

    mutating func make(in world: ContractWorld) async throws -> String {
        let structures: [PaymentStructure] = [
            .upfront, .afterCompletion, .parts(10_000), .parts(5000, 5000), .parts(3333, 3333, 3334),
        ]
        let minor = Int64.random(in: 1_000...90_000, using: &generator)
        let form = world.form(
            structures.randomElement(using: &generator) ?? .upfront, total: Money(minor, .usd).plainText,
            releaseAfterDays: Bool.random(using: &generator) ? Int.random(in: 0...3, using: &generator) : nil,
            fundsBefore: Int.random(in: 0..<4, using: &generator) > 0)
        _ = try await world.contracts.create(form, sends: true)
        return "make"
    }

    private mutating func contract(in world: ContractWorld) async throws -> Contract? {
        try await world.contracts.contracts().filter { !$0.allowed.isEmpty }.randomElement(using: &generator)
    }

    private mutating func pay(in world: ContractWorld) async throws -> String {
        let methods =
            Array(repeating: "pm_card_visa", count: 5) + [
                "pm_card_visa_chargeDeclined", "pm_card_createDispute", "pm_card_createDispute",
                "pm_card_bypassPending", "pm_card_pendingRefund",
            ]
        let payable = try await world.contracts.contracts().filter { $0.allowed.contains(.pay) }
        guard let contract = payable.randomElement(using: &generator),
            let instalment = contract.instalments.first(where: { $0.requestedAt != nil && $0.paidAt == nil })
        else { return "nothing to pay" }
        let paid = try await world.contracts.pay(
            .instalment(contract: contract.id, number: instalment.number),
            method: methods.randomElement(using: &generator) ?? "pm_card_visa")
        return "pay \(paid.payment.state.rawValue)"
    }

    private mutating func perform(in world: ContractWorld) async throws -> String {
        // Actions that end a contract are drawn less often.
        let ends: Set<ContractCommand.Kind> = [.cancel, .dispute]
        guard let contract = try await contract(in: world),
            let kind = contract.allowed.filter({ $0 != .pay })
                .filter({ !ends.contains($0) || Int.random(in: 0..<4, using: &generator) == 0 })
                .randomElement(using: &generator),
            let actor = kind.actors.sorted(by: { $0.rawValue < $1.rawValue }).randomElement(using: &generator)
        else { return "nothing to do" }
        let share = Int64.random(in: 0...10_000, using: &generator)
        let command: ContractCommand =
            if kind == .resolve {
                .resolve(payer: BasisPoints(share), payee: BasisPoints(10_000 - share))
            } else {
                ContractTableTests.commands(kind).randomElement(using: &generator) ?? .cancel
            }
        _ = try await world.contracts.perform(command, on: contract.id, by: actor, reason: "because")
        return kind.rawValue
    }

    private mutating func answerBank(in world: ContractWorld) async throws -> String {
        world.clock.advance(seconds: 60)
        _ = try await world.calm.payments.reconcile()
        let open = try await world.file.read { try $0.openDisputes(limit: 10) }.filter { $0.state == .open }
        guard let dispute = open.randomElement(using: &generator) else { return "no dispute" }
        let evidence = Bool.random(using: &generator) ? "winning_evidence" : "losing_evidence"
        try await world.calm.payments.submit(evidence: evidence, for: dispute.id)
        return "bank \(evidence)"
    }
}
