import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// The amounts of the requirements, to the minor unit, and the operations on held money.
@Suite struct HeldPaymentTests {
    @Test(
        "charges a fee of 5% from the payee, or from both sides",
        arguments: [
            (payer: 0, total: 50_000_00, surcharge: 0), (payer: 500, total: 52_500_00, surcharge: 2_500_00),
        ] as [(payer: Int64, total: Int64, surcharge: Int64)])
    func documents(row: (payer: Int64, total: Int64, surcharge: Int64)) async throws {
        let world = try await HeldWorld.make(processing: .none)
        defer { world.remove() }
        let payment = try await world.charge(.job(50_000_00, payer: row.payer))
        #expect(payment.total.minorUnits == row.total)
        #expect(payment.settlement == .held)
        #expect(try await world.ledger(.held(payment.id)) == -47_500_00)
        #expect(try await world.ledger(.feeRevenue) == -2_500_00)
        #expect(try await world.ledger(.surchargeRevenue) == -row.surcharge)
        try await world.release(payment.id)
        #expect(try await world.ledger(.held(payment.id)) == 0)
        #expect(try await world.ledger(.payee(world.payee)) == -47_500_00)
        #expect(try await world.kept(payment.id).settlement == .released)
        #expect(try await world.differences() == [])
    }

    @Test("a fee of 20% of 150.00 leaves 120.00, and the processor's fee is the platform's expense")
    func booking() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(150_00, payee: 2000))
        #expect(try await world.ledger(.held(payment.id)) == -120_00)
        #expect(try await world.ledger(.processorFee) == 4_65)
    }

    @Test(
        "releases milestones of 33.33, 33.33 and 33.34% to the last minor unit",
        arguments: [
            (total: 100_00, fee: 0, parts: [33_33, 33_33, 33_34]),
            (total: 100_01, fee: 500, parts: [31_67, 31_67, 31_67]),
            (total: 100_03, fee: 0, parts: [33_34, 33_34, 33_35]),
        ] as [(total: Int64, fee: Int64, parts: [Int64])])
    func milestones(row: (total: Int64, fee: Int64, parts: [Int64])) async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(row.total, payee: row.fee))
        let parts = try payment.quote.payeeNet.split(by: [3333, 3333, 3334])
        #expect(parts.map(\.minorUnits) == row.parts)
        for part in parts { try await world.release(payment.id, part.minorUnits) }
        #expect(try await world.held() == 0)
        #expect(try await world.kept(payment.id).settlement == .released)
    }

    @Test("a refund reduces the held money, with its share of the fee")
    func refundOfHeld() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(50_000_00, payer: 500))
        for _ in 0..<2 { try await world.refund(payment.id, 17_333_33) }
        try await world.refund(payment.id)
        #expect(try await world.held() == 0)
        #expect(try await world.ledger(.feeRevenue) == 0)
        #expect(try await world.ledger(.surchargeRevenue) == 0)
        #expect(try await world.kept(payment.id).settlement == .reversed)
        #expect(try await world.differences() == [])
    }

    @Test("a resolution of 40 and 60% refunds held money and releases the rest")
    func resolution() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(50_000_00))
        try await world.refund(payment.id, 20_000_00)
        #expect(try await world.ledger(.held(payment.id)) == -28_500_00)
        try await world.release(payment.id)
        #expect(try await world.ledger(.payee(world.payee)) == -28_500_00)
        #expect(try await world.ledger(.feeRevenue) == -1_500_00)
    }

    @Test("a refund after the release reverses the transfer")
    func refundOfReleased() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00))
        let release = try await world.release(payment.id)
        try await world.refund(payment.id)
        #expect(try await world.ledger(.payee(world.payee)) == 0)
        #expect(try await world.ledger(.receivable(world.payee)) == 0)
        #expect(try await world.file.read { try $0.release(release.id) }?.collectedMinor == 95_00)
        #expect(try await world.differences() == [])
    }

    @Test("reversed money is held again, and can be released again")
    func releasedAgain() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00), method: "pm_card_bypassPending")
        let release = try await world.release(payment.id)
        let call = try await world.file.write { try world.calm.beginReversal(ofRelease: release.id, in: $0) }
        try await world.calm.execute(call)
        #expect(try await world.ledger(.held(payment.id)) == -95_00)
        #expect(try await world.file.read { try $0.release(release.id) }?.state == .reversed)
        try await world.release(payment.id)
        #expect(try await world.ledger(.payee(world.payee)) == -95_00)
        #expect(try await world.differences() == [])
    }

    @Test("a dispute freezes the payment, and a lost one takes held money first and the rest from the payee")
    func dispute() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00), method: "pm_card_createDispute")
        try await world.release(payment.id, 40_00)
        world.clock.advance(seconds: 60)
        _ = try await world.calm.reconcile()
        await #expect(throws: PaymentError.self) { try await world.release(payment.id, 1_00) }
        await #expect(throws: PaymentError.self) { try await world.refund(payment.id, 1_00) }
        let dispute = try await world.file.read { try $0.disputes(ofPayment: payment.id) }.first
        try await world.calm.submit(evidence: "losing_evidence", for: dispute?.id ?? "")
        #expect(try await world.held() == 0)
        #expect(try await world.ledger(.payee(world.payee)) == 0)
        #expect(try await world.ledger(.receivable(world.payee)) == 0)
        #expect(try await world.ledger(.disputeFee) == 15_00)
        #expect(try await world.kept(payment.id).settlement == .reversed)
        #expect(try await world.differences() == [])
    }

    @Test("a platform charge is revenue, and cannot be released")
    func platform() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(49_00, payee: 0), .platform(revenue: .planRevenue))
        #expect(payment.form == .platform(revenue: .planRevenue))
        #expect(try await world.ledger(.planRevenue) == -49_00)
        await #expect(throws: PaymentError.self) { try await world.release(payment.id) }
        try await world.refund(payment.id)
        #expect(try await world.ledger(.planRevenue) == 0)
        #expect(try await world.differences() == [])
    }

    @Test("refuses to release more than is held, even while the rest is being transferred")
    func tooMuch() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00))
        _ = try await world.file.write {
            try world.calm.beginRelease(of: payment.id, amountMinor: 95_00, in: $0)
        }
        await #expect(throws: PaymentError.self) { try await world.release(payment.id, 1) }
        #expect(try await world.kept(payment.id).settlement == .transferring)
    }

    @Test("finds a transfer whose response was lost after its key has expired, and transfers once")
    func lostAnswer() async throws {
        let (world, payment) = try await HeldWorld.silent(.answerLost)
        defer { world.remove() }
        world.clock.advance(seconds: 24 * 3600)
        #expect(try await world.differences() == [])
        #expect(try await world.kept(payment).settlement == .released)
    }

    @Test("reports a transfer that was never made as failed, and it can be made again")
    func neverMade() async throws {
        let (world, payment) = try await HeldWorld.silent(.requestLost)
        defer { world.remove() }
        world.clock.advance(seconds: 24 * 3600)
        #expect(try await world.differences() == [])
        #expect(try await world.kept(payment).settlement == .failed)
        try await world.release(payment)
        #expect(try await world.kept(payment).settlement == .released)
    }

    @Test("an event reports a transfer whose response was lost")
    func event() async throws {
        let (world, payment) = try await HeldWorld.silent(.answerLost)
        defer { world.remove() }
        try await world.calm.readEvents(isThorough: true)
        #expect(try await world.ledger(.payee(world.payee)) == -95_00)
        #expect(try await world.kept(payment).settlement == .released)
        #expect(try await world.differences() == [])
    }

    @Test("money reversed at the processor is held again")
    func reversedElsewhere() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00))
        let release = try await world.release(payment.id)
        _ = try await world.processor.reverse(
            transfer: release.transfer ?? "", amount: 20_00, metadata: [:], key: IdempotencyKey("dashboard"))
        #expect(try await world.differences() == [])
        #expect(try await world.ledger(.held(payment.id)) == -20_00)
        #expect(try await world.kept(payment.id).settlement == .held)
    }
}
