import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

@Suite struct FailedRefundTests {
    @Test("a refund that the bank returns is credited to the church in full")
    func returns() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(method: "pm_card_refundFail"))
        // The platform has available money of its own.
        _ = try await world.giving.give(.to(amount: "500", method: "pm_card_bypassPending"))
        try await world.settle()
        let account = try await world.account()
        let before = try await world.ledger(.payee(account))
        _ = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        world.clock.advance(seconds: 10 * 86_400)
        _ = try await world.giving.payments.reconcile()
        world.clock.advance(seconds: 10 * 86_400)
        #expect(try await world.differences() == [])
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .succeeded)
        #expect(try await world.ledger(.receivable(account)) == 0)
        #expect(try await world.ledger(.payee(account)) == before)
        #expect(try await world.problems() == [])
    }

    @Test("a refund that failed before its response arrived leaves the gift paid")
    func failedUnheard() async throws {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.refund, $0, .answerLost) }
        let world = try await GivingWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        let gift = try await world.giving.give(.to(method: "pm_card_refundFail"))
        try await world.settle()
        await #expect(throws: PaymentError.self) {
            try await world.giving.refund(gift.id, amount: nil, reason: nil)
        }
        world.clock.advance(seconds: 10 * 86_400)
        #expect(try await world.differences() == [])
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .succeeded)
        #expect(try await world.problems() == [])
    }
}
