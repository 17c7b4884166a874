import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

@Suite struct FailedRefundTests {
    @Test("a refund that the bank sends back returns to the church, whole")
    func returns() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(method: "pm_card_refundFail"))
        // The platform has something of its own that is available.
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

    @Test("a refund that failed before its answer was heard of went and came back")
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
