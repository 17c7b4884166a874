@testable import Bookings
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Payees
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Bookings with a processor that fails, and invariants after every step.
@Suite struct BookingSimulationTests {
    private static let steps = 14

    // B3-02, B3-38, B3-44, B3-46, X-25, X-27
    @Test("after any actions, each payment has one job, and payouts match releases")
    func booksHold() async throws {
        try await simulateEverySeed(
            seeing: [
                "pay succeeded", "pay requires_payment_method", "pay requires_action",
                "pay requires_confirmation",
                "confirm", "events", "complete", "payout", "balance", "cancel", "refund", "abandon",
                "bank winning_evidence", "bank losing_evidence",
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
        var rules = BookingRules()
        rules.release = ReleaseRule(auto: !seed.isMultiple(of: 5), holdIfCompletedBelow: Int(seed % 3))
        let world = try await BookingWorld.make(seed: seed, rules: rules) {
            FaultyProcessor($0, plan) { _ in }
        }
        defer { world.remove() }
        var people = People(seed: seed)
        for step in 0..<steps {
            let what = try await people.act(in: world)
            tell(what)
            let problems = try await world.problems()
            guard problems.isEmpty else {
                return "step \(step), \(what): \(problems.joined(separator: "; "))"
            }
        }
        try await end(world)
        let problems = try await world.problems() + world.problemsAtTheEnd()
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// Settles everything: open calls, disputes, jobs and payouts.
    private static func end(_ world: BookingWorld) async throws {
        let payments = world.calm.payments
        try await world.pass(days: 40)
        for dispute in try await world.file.read({ try $0.openDisputes(limit: 100) }) {
            try await payments.submit(evidence: "winning_evidence", for: dispute.id)
        }
        for job in try await world.jobs() where job.status == .confirmed {
            _ = try await world.calm.perform(.complete, on: job.id, by: .platform)
        }
        try await world.calm.settleDue()
        for job in try await world.jobs() where job.status == .completed && job.settlement != .released {
            try await world.calm.payOut(job.id, by: .platform)
        }
        try await world.pass(days: 40)
        try await world.calm.settleDue()
        _ = try await world.calm.payees.payOutBalance(of: world.driver.id)
        try await world.pass(days: 5)
    }
}

extension BookingWorld {
    /// Returns the problems after everything is settled.
    fileprivate func problemsAtTheEnd() async throws -> [String] {
        var problems: [String] = []
        // A refund that is unknown to the processor needs review, and its money stays held.
        let waiting = try await waitingForPeople()
        let waitingMinor = waiting.values.reduce(0, +)
        let held = try await held().reduce(0, +) - waitingMinor
        if held != 0 { problems.append("\(held) is held at the end") }
        let jobs = try await jobs()
        for job in jobs where job.status != .completed && job.status != .refunded {
            guard waiting[job.id] == nil else { continue }
            problems.append("\(job.id) is \(job.status) at the end")
        }
        let earned = jobs.reduce(0) { $0 + $1.earned.minorUnits } - waitingMinor
        // A payee's debt from a refund after the payout is not part of its earnings.
        let owed = try await ledger(.receivable(account))
        let kept = try await -ledger(.payee(account))
        let payouts = try await file.read { try $0.payouts(ofPayee: account, after: nil, limit: 1000) }
        let sent = payouts.filter { $0.state == .paid }.reduce(0) { $0 + $1.amount.minorUnits }
        if earned != sent + kept - owed {
            problems.append("\(earned) is earned, \(sent) paid out, \(kept) kept, \(owed) owed")
        }
        let released = try await file.read { transaction in
            try jobs.flatMap { try transaction.releases(ofPayment: $0.payment) }
        }
        let net = released.filter { $0.transfer != nil }
            .reduce(0) { $0 + $1.amount.minorUnits - $1.reversedMinor - $1.collectedMinor }
        if net != sent + kept {
            problems.append("\(net) was released and not reversed, \(sent) paid out, \(kept) kept")
        }
        let notices = try await file.read { try $0.notices(isWaiting: true, after: nil, limit: 1000) }
        if notices.count != released.filter({ $0.transfer != nil }).count {
            problems.append("\(notices.count) notices of \(released.count) releases")
        }
        return problems
    }
}

extension BookingWorld {
    /// Returns the held amounts of jobs with a refund that needs review, in minor units, by job.
    fileprivate func waitingForPeople() async throws -> [String: Int64] {
        var waiting: [String: Int64] = [:]
        for job in try await jobs() {
            let refunds = try await file.read { try $0.refunds(ofPayment: job.payment) }
            guard refunds.contains(where: { $0.state == .needsReview }) else { continue }
            waiting[job.id] = try await -ledger(.held(job.payment))
        }
        return waiting
    }
}

/// Payers, payees and a platform with random actions, drawn from a seed.
private struct People {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0x9E37_79B9) }

    /// Performs one random action. Refusals and unknown outcomes are expected.
    mutating func act(in world: BookingWorld) async throws -> String {
        let chosen = Int.random(in: 0..<100, using: &generator)
        do {
            switch chosen {
            case 0..<34: return try await book(in: world)
            case 34..<40: return try await payAgain(in: world)
            case 40..<48: return try await confirm(in: world)
            case 48..<66: return try await work(in: world)
            case 66..<74: return try await payOut(in: world)
            case 74..<80: return try await answerBank(in: world)
            case 80..<88: return try await hear(in: world)
            case 88..<93:
                _ = try await world.bookings.payments.reconcile()
                try await world.bookings.settleDue()
                return "reconcile"
            default:
                world.clock.advance(
                    seconds: Int64.random(in: 1...(chosen > 95 ? 5 * 86_400 : 7_200), using: &generator))
                try await world.bookings.settleDue()
                return "time"
            }
        } catch let error as PaymentError {
            return error.code == .outcomeUnknown ? "silence" : "refused: \(error.code)"
        } catch let error as BookingError {
            return "refused: \(error.code)"
        } catch let error as PayeeError {
            return "refused: \(error.code)"
        }
    }

    private static let methods =
        Array(repeating: "pm_card_visa", count: 3) + Array(repeating: "pm_card_bypassPending", count: 3) + [
            "pm_card_visa_chargeDeclined", "pm_card_createDispute", "pm_card_createDispute",
            "pm_card_authenticationRequired",
        ]

    private mutating func book(in world: BookingWorld) async throws -> String {
        let quote = try await world.quote(Int64.random(in: 100...90_000, using: &generator))
        if Int.random(in: 0..<6, using: &generator) == 0 {
            try await world.bookings.abandon(quote.id, by: world.asPayer)
            return "abandon"
        }
        return try await pay(quote.id, in: world)
    }

    private mutating func pay(_ quote: String, in world: BookingWorld) async throws -> String {
        let paid = try await world.bookings.pay(
            quote, method: Self.methods.randomElement(using: &generator) ?? "pm_card_visa",
            by: world.asPayer)
        if paid.payment.state == .requiresAction, let intent = paid.payment.intent {
            let outcome: PaymentIntent.ChallengeOutcome =
                Bool.random(using: &generator) ? .passed : .failed
            // The challenge may already be completed without the service's knowledge.
            _ = try? await world.processor.challenge(intent, outcome)
        }
        return "pay \(paid.payment.state.rawValue)"
    }

    private mutating func quote(in world: BookingWorld) async throws -> String? {
        try await world.file.read { try $0.payments(in: nil, after: nil, limit: 100) }
            .randomElement(using: &generator)?.subject
    }

    private mutating func payAgain(in world: BookingWorld) async throws -> String {
        guard let quote = try await quote(in: world) else { return "no quote" }
        return try await pay(quote, in: world)
    }

    private mutating func confirm(in world: BookingWorld) async throws -> String {
        guard let quote = try await quote(in: world) else { return "no quote" }
        _ = try await world.bookings.confirm(quote, by: world.asPayer)
        return "confirm"
    }

    private mutating func work(in world: BookingWorld) async throws -> String {
        let jobs = try await world.jobs().filter { $0.status == .confirmed || $0.status == .completed }
        guard let job = jobs.randomElement(using: &generator) else { return "no job" }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            _ = try await world.bookings.perform(.cancel, on: job.id, by: .platform)
            return "cancel"
        case 1:
            let most = job.request.price.minorUnits - job.refundedMinor
            let part = Int64.random(in: 1...max(1, most), using: &generator)
            _ = try await world.bookings.refund(part, of: job.id, by: .platform)
            return "refund"
        default: break
        }
        _ = try await world.bookings.perform(.complete, on: job.id, by: world.asDriver)
        return "complete"
    }

    private mutating func payOut(in world: BookingWorld) async throws -> String {
        if Int.random(in: 0..<3, using: &generator) == 0 {
            _ = try await world.bookings.payees.payOutBalance(of: world.driver.id)
            return "balance"
        }
        guard let job = try await world.jobs().randomElement(using: &generator) else { return "no job" }
        let actor = Bool.random(using: &generator) ? .platform : world.asDriver
        try await world.bookings.payOut(job.id, by: actor)
        return "payout"
    }

    private mutating func answerBank(in world: BookingWorld) async throws -> String {
        try await world.pass(days: 1)
        let open = try await world.file.read { try $0.openDisputes(limit: 10) }.filter { $0.state == .open }
        guard let dispute = open.randomElement(using: &generator) else { return "no dispute" }
        let evidence = Bool.random(using: &generator) ? "winning_evidence" : "losing_evidence"
        try await world.calm.payments.submit(evidence: evidence, for: dispute.id)
        return "bank \(evidence)"
    }

    /// Delivers events late, twice and in random order.
    private mutating func hear(in world: BookingWorld) async throws -> String {
        let told = try await world.processor.events(ListQuery(limit: 100)).data
        for event in (told + told).shuffled(using: &generator).prefix(12) {
            try await world.bookings.payments.receive(event)
        }
        try await world.bookings.payments.workReceivedEvents()
        return "events"
    }
}
