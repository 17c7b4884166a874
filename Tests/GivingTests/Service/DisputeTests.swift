import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

@Suite struct DisputeTests {
    @Test("a dispute freezes the gift, and losing it after the payout leaves a receivable")
    func lostAfterPayout() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        let gift = try await world.giving.give(.to(method: "pm_card_createDispute"))
        let before = try await world.giving.give(.to(amount: "30"))
        try await world.settle(seconds: 4 * 86_400)
        _ = try await world.giving.payments.payOut(to: account)
        try await world.settle()
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .disputed)
        let refused = await #expect(throws: PaymentError.self) {
            try await world.giving.refund(gift.id, amount: nil, reason: nil)
        }
        #expect(refused?.code == .wrongState)
        let dispute = try #require(try await world.file.read { try $0.openDisputes(limit: 1).first })
        try await world.giving.payments.submit(evidence: "losing_evidence", for: dispute.id)
        try await world.settle()
        let lost = try #require(try await world.file.read { try $0.gift(gift.id) })
        #expect(lost.status == .disputed)
        #expect(lost.countedMinor == 0)
        #expect(lost.receiptNumber == nil)
        #expect(try await world.file.read { try $0.gift(before.id) }?.status == .succeeded)
        #expect(try await world.ledger(.disputed(lost.payment ?? "")) == 0)
        // 50.00 and the dispute's 15.00, less the balance of the account when the dispute came.
        #expect(try await world.ledger(.receivable(account)) > 0)
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }

    @Test("winning a dispute returns the money, and the gift counts as before")
    func won() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(method: "pm_card_createDispute"))
        try await world.settle()
        let dispute = try #require(try await world.file.read { try $0.openDisputes(limit: 1).first })
        try await world.giving.payments.submit(evidence: "winning_evidence", for: dispute.id)
        try await world.settle()
        let won = try #require(try await world.file.read { try $0.gift(gift.id) })
        #expect(won.status == .succeeded)
        #expect(won.countedMinor == 5000)
        #expect(won.receiptNumber != nil)
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }
}
