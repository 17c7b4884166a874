import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// A payee never has money that is also held for it, after any refund, reversal or failure.
@Suite struct OffsetTests {
    /// Returns the amount held of a payment, the payee's debt, and the payee's balance.
    private func stand(_ world: HeldWorld, _ payment: String) async throws -> [Int64] {
        try await [
            -world.ledger(.held(payment)), world.ledger(.receivable(world.payee)),
            -world.ledger(.payee(world.payee)),
        ]
    }

    @Test(
        "a release that fails after a refund leaves the unrefunded part held",
        arguments: [(given: 100_00, held: 0), (given: 60_00, held: 38_00)] as [(given: Int64, held: Int64)])
    func failedRelease(row: (given: Int64, held: Int64)) async throws {
        let (world, payment) = try await HeldWorld.silent(.requestLost)
        defer { world.remove() }
        try await world.refund(payment, row.given)
        #expect(try await stand(world, payment) == [95_00, row.given * 95 / 100, 0])
        world.clock.advance(seconds: 24 * 3600)
        #expect(try await world.differences() == [])
        #expect(try await stand(world, payment) == [row.held, 0, 0])
        #expect(try await world.kept(payment).settlement == (row.held == 0 ? .reversed : .failed))
    }

    @Test("a release that fails after a lost dispute leaves nothing to release")
    func failedReleaseOfLost() async throws {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.transfer, $0, .requestLost) }
        let world = try await HeldWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00), method: "pm_card_createDispute")
        await #expect(throws: PaymentError.self) { try await world.release(payment.id) }
        world.clock.advance(seconds: 60)
        try await world.calm.readEvents()
        let dispute = try await world.file.read { try $0.disputes(ofPayment: payment.id) }.first
        try await world.calm.submit(evidence: "losing_evidence", for: dispute?.id ?? "")
        #expect(try await stand(world, payment.id) == [95_00, 95_00, 0])
        world.clock.advance(seconds: 24 * 3600)
        #expect(try await world.differences() == [])
        #expect(try await stand(world, payment.id) == [0, 0, 0])
        await #expect(throws: PaymentError.self) { try await world.release(payment.id) }
    }

    /// Refunds a payment in full, without collecting from the payee.
    private func refund(_ payment: String, in world: HeldWorld) async throws {
        let (_, call) = try await world.file.write {
            try world.calm.beginRefund(of: payment, amountMinor: nil, reason: nil, in: $0)
        }
        try await world.calm.execute(call)
    }

    @Test("a release reversed after a refund is not held again")
    func reversedRelease() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00))
        let release = try await world.release(payment.id)
        try await refund(payment.id, in: world)
        #expect(try await stand(world, payment.id) == [0, 95_00, 95_00])
        let call = try await world.file.write { try world.calm.beginReversal(ofRelease: release.id, in: $0) }
        try await world.calm.execute(call)
        #expect(try await stand(world, payment.id) == [0, 0, 0])
        #expect(try await world.differences() == [])
        #expect(try await world.kept(payment.id).settlement == .reversed)
    }

    @Test("a refund that the payer's bank returns is not held while the payee has its share")
    func returnedRefund() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00), method: "pm_card_refundFail")
        try await world.release(payment.id)
        // The payee's money is at its bank, so nothing can be collected.
        world.clock.advance(seconds: 5 * 86_400)
        _ = try await world.calm.reconcile()
        _ = try await world.calm.payOut(to: world.payee)
        try await world.refund(payment.id)
        #expect(try await stand(world, payment.id) == [0, 95_00, 0])
        world.clock.advance(seconds: 86_400)
        #expect(try await world.differences() == [])
        #expect(try await stand(world, payment.id) == [0, 0, 0])
        #expect(try await world.kept(payment.id).settlement == .released)
        await #expect(throws: PaymentError.self) { try await world.release(payment.id) }
    }

    @Test("a refund that is returned after its share was collected is held again")
    func returnedAndCollected() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00), method: "pm_card_refundFail")
        try await world.release(payment.id)
        try await world.refund(payment.id)
        world.clock.advance(seconds: 86_400)
        #expect(try await world.differences() == [])
        #expect(try await stand(world, payment.id) == [95_00, 0, 0])
        #expect(try await world.kept(payment.id).settlement == .held)
    }

    @Test("a debt is not collected while the books have a gap")
    func gap() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00))
        try await world.release(payment.id)
        let now = world.clock.now
        try await world.file.write { try $0.open(BooksGap(.restored, since: now, found: now)) }
        try await world.refund(payment.id)
        _ = try await world.calm.reconcile()
        #expect(try await world.ledger(.receivable(world.payee)) == 95_00)
        try await world.file.write { try $0.closeGaps(since: .earliest, foundBy: .latest) }
        _ = try await world.calm.reconcile()
        #expect(try await world.ledger(.receivable(world.payee)) == 0)
    }
}
