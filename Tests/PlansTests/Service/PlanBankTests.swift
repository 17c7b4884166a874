import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Plans
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// A first charge that the payer has to confirm at their bank (3-D Secure).
@Suite struct PlanBankTests {
    private static let card = "pm_card_authenticationRequired"

    @Test("a charge that requires action leaves Free until the payer confirms, and is made once")
    func passed() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let waiting = try await world.buy(method: Self.card)
        #expect(waiting.view == .requiresAction)
        #expect(!waiting.isActive && waiting.plan.id == "free" && !waiting.subscribed)
        #expect(try await world.charged() == 0)
        // A repeated purchase is the same subscription.
        #expect(try await world.buy(method: Self.card).intentWaitingForBank == waiting.intentWaitingForBank)
        _ = try await world.processor.challenge(waiting.intentWaitingForBank ?? "", .passed)
        let bought = try await world.plans.refresh("ann")
        #expect(bought.view == .active && bought.isActive)
        #expect(bought.intentWaitingForBank == nil)
        #expect(try await world.charged() == 9_99)
        #expect(try await world.ledger(.planRevenue) == -9_99)
    }

    @Test("a failed challenge charges nothing, ends the subscription, and allows another card")
    func failed() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        let waiting = try await world.buy(method: Self.card)
        _ = try? await world.processor.challenge(waiting.intentWaitingForBank ?? "", .failed)
        let refused = try await world.plans.refresh("ann")
        #expect(refused.view == .free)
        #expect(refused.processorStatus == .canceled)
        #expect(refused.failure != nil)
        #expect(try await world.subscription().status.isFinal)
        #expect(try await world.buy().view == .active)
        #expect(try await world.charged() == 9_99)
    }

    @Test("an unanswered challenge leaves Free after a day, and allows another card")
    func silence() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(method: Self.card)
        world.clock.advance(seconds: PlanWorld.day)
        #expect(try await world.plans.refresh("ann").view == .free)
        #expect(try await world.buy().view == .active)
        #expect(try await world.charged() == 9_99)
    }

    @Test("while a charge requires action, no other plan can be bought, and the purchase can be canceled")
    func other() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(method: Self.card)
        let error = await #expect(throws: PlanError.self) { try await world.buy(.plan("starter_pro")) }
        #expect(error?.code == .alreadySubscribed)
        #expect(try await world.plans.change("ann", .cancelNow).view == .free)
        #expect(try await world.buy(.plan("starter_pro")).view == .active)
    }

    @Test("a repeated purchase keeps the promotion code of the first, even after it has expired")
    func promotion() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.promote(
            "SPRING", .percent(BasisPoints(20_00)), .once, expiresAt: world.clock.now.adding(seconds: 60))
        let waiting = try await world.buy(method: Self.card, promotion: "SPRING")
        world.clock.advance(seconds: 61)
        let again = try await world.buy(method: Self.card, promotion: "spring")
        #expect(again.intentWaitingForBank == waiting.intentWaitingForBank)
        #expect(again.promotion?.code == "SPRING")
        _ = try await world.processor.challenge(waiting.intentWaitingForBank ?? "", .passed)
        #expect(try await world.plans.refresh("ann").view == .active)
        #expect(try await world.charged() == 7_99)
    }

    @Test(
        "a repeated purchase with another promotion code is refused, and changes nothing",
        arguments: [
            (nil, "SPRING"), ("SPRING", "SUMMER"), ("SPRING", "NONE"), ("SPRING", nil),
        ] as [(String?, String?)], [nil, "key"] as [String?])
    func otherPromotion(codes: (first: String?, second: String?), key: String?) async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.promote("SPRING", .percent(BasisPoints(20_00)), .once)
        try await world.promote("SUMMER", .percent(BasisPoints(30_00)), .once)
        let waiting = try await world.buy(method: Self.card, promotion: codes.first, key: key)
        let error = await #expect(throws: PlanError.self) {
            try await world.buy(method: Self.card, promotion: codes.second, key: key)
        }
        #expect(error?.code == (key == nil ? .alreadySubscribed : .idempotencyConflict))
        let status = try await world.plans.refresh("ann")
        #expect(status.intentWaitingForBank == waiting.intentWaitingForBank)
        #expect(status.promotion?.code == codes.first)
    }

    @Test(
        "a restore recovers a purchase whose responses were lost, and it is charged once", arguments: 1...3)
    func crash(lost: Int) async throws {
        let rules = (1...3).map {
            ProcessorFaultPlan.Rule(.createSubscription, $0 + 3 * (lost - 1), .answerLost)
        }
        let world = try PlanWorld.make { FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in } }
        defer { world.remove() }
        _ = try await world.buy(method: Self.card, with: world.plans)
        let waiting = try await world.calm.restore("ann")
        #expect(waiting.view == .requiresAction)
        _ = try await world.processor.challenge(waiting.intentWaitingForBank ?? "", .passed)
        #expect(try await world.calm.refresh("ann").view == .active)
        #expect(try await world.charged() == 9_99)
        #expect(try await world.ledger(.planRevenue) == -9_99)
    }
}
