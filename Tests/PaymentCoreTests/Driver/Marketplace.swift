import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// Payers and payees with random payments, releases, refunds and disputes, drawn from a seed.
struct Marketplace {
    private var generator: SeededGenerator
    private var people = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0x9E37_79B9) }

    /// Performs one random action. Refusals and unknown outcomes are expected.
    ///
    /// - Returns: A description of the action.
    mutating func act(in world: HeldWorld) async throws -> String {
        let chosen = Int.random(in: 0..<100, using: &generator)
        do {
            switch chosen {
            case 0..<30: return try await charge(in: world)
            case 30..<50: return try await release(in: world)
            case 50..<54: return try await reverse(in: world)
            case 54..<68: return try await refund(in: world)
            case 68..<76: return try await answerDispute(in: world)
            case 76..<80:
                _ = try await world.payments.payOut(to: world.payee)
                return "payout"
            case 80..<88:
                _ = try await world.payments.reconcile()
                return "reconcile"
            default:
                world.clock.advance(
                    seconds: Int64.random(in: 1...(chosen > 94 ? 5 * 86_400 : 7_200), using: &generator))
                return "time"
            }
        } catch let error as PaymentError {
            return error.code == .outcomeUnknown ? "silence" : "refused: \(error.code)"
        }
    }

    private mutating func charge(in world: HeldWorld) async throws -> String {
        let methods =
            Array(repeating: "pm_card_visa", count: 8) + [
                "pm_card_visa_chargeDeclined", "pm_card_createDispute", "pm_card_createDispute",
                "pm_card_bypassPending", "pm_card_refundFail", "pm_card_pendingRefund",
            ]
        people += 1
        let quote = try Quote.job(
            Int64.random(in: 101...90_000, using: &generator),
            payee: Int64.random(in: 0...3000, using: &generator),
            payer: Bool.random(using: &generator) ? Int64.random(in: 0...3000, using: &generator) : 0)
        let forms: [ChargeForm] = [
            .held(payee: world.payee), .held(payee: world.payee), .held(payee: world.payee),
            .platform(revenue: .planRevenue), .destination(payee: world.church),
        ]
        let form = forms.randomElement(using: &generator) ?? .platform(revenue: .planRevenue)
        let method = methods.randomElement(using: &generator) ?? "pm_card_visa"
        let payment = try await world.charge(quote, form, method: method, by: people)
        return "charge \(payment.state)"
    }

    private mutating func payment(in world: HeldWorld) async throws -> Payment? {
        try await world.file.read { try $0.payments(in: .succeeded, after: nil, limit: 100) }
            .randomElement(using: &generator)
    }

    private mutating func release(in world: HeldWorld) async throws -> String {
        guard let payment = try await payment(in: world) else { return "nothing held" }
        let held = max(1, -(try await world.ledger(.held(payment.id))))
        let part = Bool.random(using: &generator) ? Int64.random(in: 1...held, using: &generator) : nil
        let release = try await world.release(payment.id, part)
        return "release \(release.state)"
    }

    private mutating func reverse(in world: HeldWorld) async throws -> String {
        guard let payment = try await payment(in: world),
            let release = try await world.file.read({ try $0.releases(ofPayment: payment.id) })
                .randomElement(using: &generator)
        else { return "nothing released" }
        let part = Int64.random(in: 1...max(1, release.leftMinor), using: &generator)
        let call = try await world.file.write {
            try world.payments.beginReversal(ofRelease: release.id, amountMinor: part, in: $0)
        }
        try await world.payments.execute(call)
        return "reversal"
    }

    private mutating func refund(in world: HeldWorld) async throws -> String {
        guard let payment = try await payment(in: world) else { return "nothing to refund" }
        let most = max(1, payment.refundableMinor)
        let part = Bool.random(using: &generator) ? Int64.random(in: 1...most, using: &generator) : nil
        try await world.refund(payment.id, part)
        return "refund"
    }

    private mutating func answerDispute(in world: HeldWorld) async throws -> String {
        let open = try await world.file.read { try $0.openDisputes(limit: 10) }.filter { $0.state == .open }
        guard let dispute = open.randomElement(using: &generator) else { return "no dispute" }
        let evidence = Bool.random(using: &generator) ? "winning_evidence" : "losing_evidence"
        try await world.payments.submit(evidence: evidence, for: dispute.id)
        return "dispute \(evidence)"
    }
}
