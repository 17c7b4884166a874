import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// Donors with random gifts, changes, disputes and declines, drawn from a seed.
struct Congregation {
    private var generator: SeededGenerator
    private var gifts: [String] = []
    private var monthly: [String] = []
    private var people = 0
    /// The longest time that passes in one step, in seconds.
    var longestStep = Int64.max

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0x9E37_79B9) }

    /// An action that was reported as done, but was not.
    struct NotDone: Error {
        let what: String
    }

    /// Performs one random action. Refusals and unknown outcomes are expected.
    ///
    /// - Returns: A description of the action.
    /// - Throws: ``NotDone``.
    mutating func act(in world: GivingWorld) async throws -> String {
        let chosen = Int.random(in: 0..<100, using: &generator)
        do {
            switch chosen {
            case 0..<45: return try await give(in: world)
            case 45..<60: return try await refund(in: world)
            case 60..<63: return try await change(in: world)
            case 63..<65: return try await changeTwice(in: world)
            case 65: return try await changeInDraftHour(in: world)
            case 66..<72: return try await answerDispute(in: world)
            case 72..<76: return try await payOut(in: world)
            case 76..<84: return try await reconcile(in: world)
            case 84: return try await beRefused(in: world)
            case 85: return try await losingAnswersForDays(in: world)
            default:
                world.clock.advance(
                    seconds: Int64.random(in: 1...(chosen > 95 ? 20 * 86_400 : 7_200), using: &generator))
                return "time"
            }
        } catch let error as PaymentError {
            return error.code == .outcomeUnknown ? "silence" : "refused: \(error.code)"
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
            key: Int.random(in: 0..<4, using: &generator) == 0 ? "key\(people / 3)" : nil,
            waits: Bool.random(using: &generator))
        let gift = try await world.giving.give(request)
        gifts.append(gift.id)
        if let recurring = gift.recurring { monthly.append(recurring) }
        return "give \(gift.status) \(request.method)"
    }

    private mutating func refund(in world: GivingWorld) async throws -> String {
        guard let id = gifts.randomElement(using: &generator) else { return "nothing to refund" }
        let amount = Bool.random(using: &generator) ? "\(Int.random(in: 1...40, using: &generator))" : nil
        let before = try await world.file.read { try $0.gift(id) }?.refundedMinor ?? 0
        let after = try await world.giving.refund(id, amount: amount, reason: nil)
        guard after.refundedMinor > before else { throw NotDone(what: "refund of \(id)") }
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
        try await execute(change, of: id, with: world.giving)
        return "change \(change)"
    }

    private func execute(
        _ change: RecurringChange, of id: String, with giving: GivingService
    ) async throws {
        let changed = try await giving.change(id, change)
        let isDone =
            switch change {
            case .amount(let text): changed.amount.plainText == text + ".00" || changed.status == .canceled
            case .pause: [.paused, .pastDue, .canceled].contains(changed.status)
            case .resume: changed.status != .paused
            case .cancel: changed.status == .canceled
            case .fund(let fund): changed.fund == fund
            case .day, .method, .retry: true
            }
        guard isDone else { throw NotDone(what: "\(change) of \(id): \(changed.status) \(changed.amount)") }
    }

    /// Changes a monthly gift twice at the same time. One change wins, here and at the processor.
    private mutating func changeTwice(in world: GivingWorld) async throws -> String {
        guard let id = monthly.randomElement(using: &generator) else { return "nothing monthly" }
        let amounts = (0..<2).map { _ in "\(Int.random(in: 5...90, using: &generator))" }
        async let first = try? world.giving.change(id, .amount(amounts[0]))
        async let second = try? world.giving.change(id, .amount(amounts[1]))
        _ = await (first, second)
        return "two changes"
    }

    /// Changes a monthly gift while a period is invoiced but not charged yet.
    private mutating func changeInDraftHour(in world: GivingWorld) async throws -> String {
        guard let id = monthly.randomElement(using: &generator),
            let next = try await world.file.read({ try $0.recurring(id)?.nextCharge })
        else { return "nothing monthly" }
        let moment = max(world.clock.now, next.adding(seconds: 600))
        guard moment - world.clock.now <= longestStep else {
            world.clock.advance(seconds: longestStep)
            return "time"
        }
        world.clock.advance(to: moment)
        let amount = "\(Int.random(in: 5...90, using: &generator))"
        try await execute(.amount(amount), of: id, with: world.giving)
        return "change in the draft hour"
    }

    /// Requests a change that is always refused.
    private mutating func beRefused(in world: GivingWorld) async throws -> String {
        guard let id = monthly.randomElement(using: &generator) else { return "nothing monthly" }
        let changes: [RecurringChange] = [
            .pause(until: Timestamp(seconds: 0)), .method("pm_1nope"), .method("pm_card_chargeDeclined"),
        ]
        let change = changes.randomElement(using: &generator) ?? .method("pm_1nope")
        _ = try await world.giving.change(id, change)
        throw NotDone(what: "\(change) of \(id) was taken for done")
    }

    /// Loses all responses until the processor's idempotency keys have expired.
    private mutating func losingAnswersForDays(in world: GivingWorld) async throws -> String {
        let plan = ProcessorFaultPlan(
            rate: 10_000, faults: [.answerLost, .requestLost], seed: generator.next())
        let silent = world.service(over: FaultyProcessor(world.line, plan) { _ in })
        people += 1
        let gift = try await silent.give(
            .to(email: "person\(people)@example.org", waits: people.isMultiple(of: 2)))
        gifts.append(gift.id)
        if let id = gifts.randomElement(using: &generator) {
            _ = try? await silent.refund(id, amount: nil, reason: nil)
        }
        if let id = monthly.randomElement(using: &generator) {
            _ = try? await silent.change(id, .amount("\(Int.random(in: 5...90, using: &generator))"))
        }
        _ = try? await silent.payments.payOut(to: world.account())
        world.clock.advance(seconds: Int64.random(in: 80_000...200_000, using: &generator))
        return "silence for days"
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
