import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// M-2: gifts mixed with changes made directly at the processor.
@Suite struct OutsideSimulationTests {
    private static let steps = 120

    @Test("gifts, receipts, statements, ledger, payouts and the processor agree to the cent")
    func agree() async throws {
        try await longRunSeeds.forEachConcurrently(atATime: 3) { seed in
            if let problem = try await Self.problem(with: seed) {
                Issue.record("TAPKIT_SEED=\(seed): \(problem)")
            }
        }
    }

    /// Returns a description of the failure and its step, or nil if everything agrees.
    private static func problem(with seed: UInt64) async throws -> String? {
        let world = try await GivingWorld.make(seed: seed)
        defer { world.remove() }
        var congregation = Congregation(seed: seed)
        // Events are read at least every five days, and the processor keeps them for 30 days.
        congregation.longestStep = 20 * 86_400
        var outsiders = Outsiders(seed: seed)
        var generator = SeededGenerator(seed: seed)
        // Gives the platform money of its own.
        _ = try await world.calm.give(.to(amount: "900", method: "pm_card_bypassPending"))
        var heard = world.clock.now
        for step in 0..<steps {
            var did: String
            if Int.random(in: 0..<3, using: &generator) == 0 {
                did = "outside, " + (try await outsiders.act(in: world))
            } else {
                do { did = try await congregation.act(in: world) } catch let lie as Congregation.NotDone {
                    // Another change may have happened at the same time.
                    did = lie.what
                }
            }
            // The processor keeps events for 30 days.
            let isLate = world.clock.now - heard > 5 * 86_400
            if isLate || Int.random(in: 0..<3, using: &generator) == 0 {
                let notice = isLate ? .reading : Notice.allCases.randomElement(using: &generator) ?? .reading
                do {
                    try await world.hear(by: notice)
                    if notice == .reading { heard = world.clock.now }
                } catch let error as PaymentError where error.code == .outcomeUnknown {
                    did += ", unheard"
                }
            }
            var problems = try await world.problems()
            if step % 40 == 39 {
                problems += try await world.differences()
                problems += try await world.giftsBeside()
                problems += try await world.payoutsBeside()
            }
            guard problems.isEmpty else { return "step \(step), \(did): \(problems.joined(separator: "; "))" }
        }
        return nil
    }
}

extension GivingWorld {
    /// Returns gifts, receipts and statements that differ from the remaining amount of the charge at the
    /// processor.
    func giftsBeside() async throws -> [String] {
        var problems: [String] = []
        var left: [String: Int64] = [:]
        let disputes = try await processor.disputes(ListQuery(limit: 100)).data
        let gifts = try await file.read { transaction in
            try transaction.gifts(GiftQuery(limit: 10_000)).map {
                ($0, try transaction.receipts(ofGift: $0.id))
            }
        }
        for (gift, receipts) in gifts {
            guard gift.paidAt != nil, let intent = gift.paymentIntent,
                let name = try await processor.paymentIntent(intent).latestCharge
            else { continue }
            let charge = try await processor.charge(name)
            let lost = disputes.filter { $0.charge == name && $0.status == .lost }.reduce(0) {
                $0 + $1.amount
            }
            let rest = charge.amountCaptured - charge.amountRefunded - lost
            let issued = receipts.filter { $0.state == .issued }
            if issued.count > 1 || (issued.first?.total.minorUnits ?? 0) != rest {
                problems.append(
                    "\(gift.id): \(rest) is left, its receipts say \(issued.map(\.total.minorUnits))")
            }
            if gift.receiptNumber != issued.first?.number.text {
                problems.append("\(gift.id) names another receipt")
            }
            // A part that the bank took counts as returned, and a gift that the bank took whole as disputed.
            let returned = charge.amountRefunded + (rest == 0 ? 0 : lost)
            if gift.refundedMinor != returned {
                problems.append("\(gift.id): \(returned) went back, it says \(gift.refundedMinor)")
            }
            if let donor = gift.donor { left[donor, default: 0] += rest }
        }
        for year in [2026, 2027, 2028] {
            for (donor, statement) in try await calm.statements(to: "Grace", year: year) {
                left[donor, default: 0] -= statement.sum.total.minorUnits
            }
        }
        problems += left.filter { $0.value != 0 }.map {
            "the statements of \($0.key) are off by \(-$0.value)"
        }
        return Array(problems.prefix(5))
    }

    /// Returns payouts whose lines do not add up to their amount, and unexplained lines.
    func payoutsBeside() async throws -> [String] {
        var problems: [String] = []
        for payout in try await file.read({ try $0.payouts(ofPayee: nil, after: nil, limit: 100) }) {
            let match = try await calm.payments.match(payout: payout.id)
            if match.differenceMinor != 0 {
                problems.append("\(payout.id) is off by \(match.differenceMinor)")
            }
            for line in match.lines where line.parts.isEmpty && line.kind != "payment" {
                problems.append("\(line.kind) \(line.source ?? "") of \(payout.id) is about nothing")
            }
        }
        return Array(problems.prefix(5))
    }
}
