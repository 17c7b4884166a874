import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

@Suite struct RefundTests {
    @Test(
        "a full refund returns everything to the donor at the church's cost, and costs the platform nothing"
    )
    func fullRefund() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        _ = try await world.giving.give(.to(amount: "20"))
        try await world.settle()
        let back = try await world.giving.refund(gift.id, amount: nil, reason: "requested_by_customer")
        #expect(back.status == .refunded)
        #expect(back.refundedMinor == 5000)
        #expect(back.countedMinor == 0)
        try await world.settle()
        let account = try await world.account()
        // 20.00 less its own fee of 0.88, less the 1.75 that the processor keeps of the 50.00.
        #expect(try await world.ledger(.payee(account)) == -(2000 - 88 - 175))
        #expect(try await world.ledger(.receivable(account)) == 0)
        #expect(try await world.processor.balances(of: account).first?.total == 2000 - 88 - 175)
        #expect(try await world.processor.balances(of: nil).first?.total == 0)
        #expect(
            try await world.file.read { try $0.fundTotals(ofOrganization: "Grace") }.first?.amount
                == Money(2000, .usd))
    }

    @Test("a partial refund reduces gift and covered fee in proportion")
    func partialRefund() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(coversFee: true))
        let back = try await world.giving.refund(gift.id, amount: "25.90", reason: nil)
        #expect(back.status == .partiallyRefunded)
        #expect(back.countedMinor == 2500)
        #expect(try await world.file.read { try $0.ledgerCheck() }.isBalanced)
    }

    @Test("refuses to refund more than the gift")
    func tooMuch() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        let error = await #expect(throws: PaymentError.self) {
            try await world.giving.refund(gift.id, amount: "50.01", reason: nil)
        }
        #expect(error?.code == .refundTooLarge)
    }

    @Test("a refund that exceeds the church's balance becomes a receivable, collected from later gifts")
    func shortfall() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        world.clock.advance(seconds: 4 * 86_400)
        let account = try await world.account()
        #expect(try await world.giving.payments.payOut(to: account).count == 1)
        let back = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        #expect(back.status == .refunded)
        #expect(try await world.ledger(.receivable(account)) == 5000)
        _ = try await world.giving.give(.to(amount: "100"))
        try await world.settle()
        try await world.giving.payments.collect(from: account)
        #expect(try await world.ledger(.receivable(account)) == 0)
        #expect(try await world.ledger(.payee(account)) == -(10_000 - 320 - 5000))
        #expect(try await world.processor.balances(of: account).first?.total == 10_000 - 320 - 5000)
    }

    @Test("a reconciliation also collects a receivable")
    func collectedByReconciliation() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        world.clock.advance(seconds: 4 * 86_400)
        let account = try await world.account()
        _ = try await world.giving.payments.payOut(to: account)
        _ = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        _ = try await world.giving.give(.to(amount: "100"))
        try await world.settle()
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.ledger(.receivable(account)) == 0)
        #expect(try await world.differences() == [])
    }
}
