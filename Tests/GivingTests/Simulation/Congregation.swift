import DatabaseKit
import Giving
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// People who give, change their minds, dispute and are declined: drawn from a seed.
struct Congregation {
    private var generator: SeededGenerator
    private var gifts: [String] = []
    private var monthly: [String] = []
    private var people = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0x9E37_79B9) }

    /// Does one thing; what the rules refuse is refused, and that is all.
    ///
    /// - Returns: What it was.
    mutating func act(in world: GivingWorld) async throws -> String {
        let chosen = Int.random(in: 0..<100, using: &generator)
        do {
            switch chosen {
            case 0..<45: return try await give(in: world)
            case 45..<60: return try await refund(in: world)
            case 60..<66: return try await change(in: world)
            case 66..<72: return try await answerDispute(in: world)
            case 72..<76: return try await payOut(in: world)
            case 76..<86: return try await reconcile(in: world)
            default:
                world.clock.advance(
                    seconds: Int64.random(in: 1...(chosen > 95 ? 20 * 86_400 : 7_200), using: &generator))
                return "time"
            }
        } catch let error as PaymentError {
            return "refused: \(error.code)"
        } catch let error as GivingError {
            return "refused: \(error.code)"
        }
    }

    private mutating func give(in world: GivingWorld) async throws -> String {
        let methods =
            Array(repeating: "pm_card_visa", count: 12) + [
                "pm_card_visa_chargeDeclined", "pm_card_visa_chargeDeclinedInsufficientFunds",
                "pm_card_authenticationRequired", "pm_card_createDispute", "pm_card_bypassPending",
                "pm_usBankAccount_success", "pm_card_pendingRefund", "pm_card_refundFail",
            ]
        people += 1
        let isMonthly = Int.random(in: 0..<12, using: &generator) == 0
        let request = GiftRequest.to(
            fund: Bool.random(using: &generator) ? "12" : "13",
            amount:
                "\(Int.random(in: 5...500, using: &generator)).\(Int.random(in: 10...99, using: &generator))",
            recurring: isMonthly, coversFee: Bool.random(using: &generator),
            method: isMonthly ? "pm_card_visa" : methods.randomElement(using: &generator) ?? "pm_card_visa",
            email: "person\(people)@example.org",
            key: Int.random(in: 0..<4, using: &generator) == 0 ? "key\(people / 3)" : nil)
        let gift = try await world.giving.give(request)
        gifts.append(gift.id)
        if let recurring = gift.recurring { monthly.append(recurring) }
        return "give \(gift.status) \(request.method)"
    }

    private mutating func refund(in world: GivingWorld) async throws -> String {
        guard let id = gifts.randomElement(using: &generator) else { return "nothing to refund" }
        let amount = Bool.random(using: &generator) ? "\(Int.random(in: 1...40, using: &generator))" : nil
        _ = try await world.giving.refund(id, amount: amount, reason: nil)
        return "refund of \(id)"
    }

    private mutating func change(in world: GivingWorld) async throws -> String {
        guard let id = monthly.randomElement(using: &generator) else { return "nothing monthly" }
        let changes: [RecurringChange] = [
            .amount("\(Int.random(in: 5...90, using: &generator))"),
            .day(Int.random(in: 1...31, using: &generator)),
            .method("pm_card_mastercard"), .fund("13"), .pause(until: nil), .resume, .cancel,
            .method("pm_card_chargeCustomerFail"),
        ]
        let change = changes.randomElement(using: &generator) ?? .resume
        _ = try await world.giving.change(id, change)
        return "change \(change)"
    }

    private mutating func answerDispute(in world: GivingWorld) async throws -> String {
        let open = try await world.file.read { try $0.openDisputes(limit: 10) }.filter { $0.state == .open }
        guard let dispute = open.randomElement(using: &generator) else { return "no dispute" }
        let evidence = Bool.random(using: &generator) ? "winning_evidence" : "losing_evidence"
        try await world.giving.payments.submit(evidence: evidence, for: dispute.id)
        return "dispute \(evidence)"
    }

    private func payOut(in world: GivingWorld) async throws -> String {
        _ = try await world.giving.payments.payOut(to: world.account())
        return "payout"
    }

    private func reconcile(in world: GivingWorld) async throws -> String {
        _ = try await world.giving.payments.reconcile()
        return "reconcile"
    }
}
