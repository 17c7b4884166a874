import Contracts
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// What is charged, held, released and given back.
@Suite struct ContractPaymentTests {
    // C0-07, C0-09, C0-31, C0-34, C0-35, C0-48, C0-51, X-01, X-05
    @Test(
        "upfront and after completion the payee has its share at once",
        arguments: [(.upfront, 50_000_00, 0), (.afterCompletion, 52_500_00, 2_500_00)]
            as [(PaymentStructure, Int64, Int64)])
    func atOnce(structure: PaymentStructure, charged: Int64, surcharge: Int64) async throws {
        let world = try await ContractWorld.make(processing: .none)
        defer { world.remove() }
        let id = try await world.sent(world.form(structure)).id
        if structure == .afterCompletion {
            try await world.perform(.accept, id, by: .payer)
            try await world.perform(.accept, id, by: .payee)
            try await world.perform(.complete, id)
        }
        let paid = try await world.contracts.pay(
            .instalment(contract: id, number: 1), method: "pm_card_visa")
        #expect(paid.payment.total.minorUnits == charged)
        #expect(try await world.ledger(.payee(world.payee)) == -47_500_00)
        #expect(try await world.ledger(.feeRevenue) == -2_500_00)
        #expect(try await world.ledger(.surchargeRevenue) == -surcharge)
        #expect(paid.contract.status == (structure == .afterCompletion ? .completed : .active))
        #expect(try await world.problems() == [])
    }

    // C0-14, C0-31, C0-38, C0-49, C0-50, C0-58, X-02
    @Test("a payment signs, makes active, and tells the payee in the same unit")
    func signs() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let sent = try await world.sent(world.form())
        #expect(sent.status == .pendingSignature)
        #expect(!sent.isSignedByPayer)
        world.clock.advance(seconds: 60)
        let paid = try await world.pay(sent.id)
        #expect(paid.status == .active)
        #expect(paid.payerAcceptedAt == world.clock.now)
        #expect(!paid.isSignedByPayee)
        let notices = try await world.file.read { try $0.notices(isWaiting: true, behind: nil, limit: 10) }
        #expect(notices.map(\.body) == ["Payment requested for A house", "Payment received for A house"])
        #expect(notices.map(\.kind) == ["payment_request", "payment_received"])
        #expect(
            notices.map(\.recipient) == [.payer, .payee] && notices.map(\.subject) == [sent.id, sent.id])
    }

    // C0-04, C0-28, C0-48, C0-53, C0-62, X-03
    @Test("a milestone is held until it is completed and released")
    func milestone() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(5000, 5000))).id
        var seen = try await [world.contracts.contract(id)]
        seen.append(try await world.pay(id))
        #expect(try await world.held() == [23_750_00])
        seen.append(try await world.perform(.completeMilestone(1), id))
        #expect(try await world.held() == [23_750_00])
        seen.append(try await world.perform(.release(1), id))
        #expect(try await world.ledger(.payee(world.payee)) == -23_750_00)
        #expect(
            seen.map { $0.instalments.map(\.status) } == [
                [.requested, .planned], [.funded, .planned], [.completed, .planned], [.released, .planned],
            ])
        #expect(seen[3].progress.count == 1)
        #expect(seen[3].progress.of == 2)
        #expect(seen[3].progress.closed.minorUnits == 25_000_00)
        try await world.perform(.requestMilestone(2), id)
        try await world.pay(id, 2)
        try await world.perform(.completeMilestone(2), id)
        #expect(try await world.perform(.release(2), id).status == .completed)
    }

    @Test("so many days after a milestone was completed the clock releases it", arguments: [0, 14])  // C0-66
    func released(days: Int) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(10_000), releaseAfterDays: days)).id
        try await world.pay(id)
        world.clock.advance(seconds: 100 * 86_400)
        try await world.contracts.settleDue()
        #expect(try await world.held() == [47_500_00])
        try await world.perform(.completeMilestone(1), id)
        if days > 0 {
            world.clock.advance(seconds: Int64(days) * 86_400 - 1)
            try await world.contracts.settleDue()
            #expect(try await world.contracts.contract(id).status == .active)
            world.clock.advance(seconds: 1)
            try await world.contracts.settleDue()
        }
        #expect(try await world.contracts.contract(id).status == .completed)
        #expect(try await world.ledger(.payee(world.payee)) == -47_500_00)
    }

    // C0-39, X-03
    @Test("without fundsBefore a milestone is asked for when its work is done, released when paid")
    func fundedAfter() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(10_000), fundsBefore: false)).id
        try await world.perform(.accept, id, by: .payer)
        #expect(try await world.perform(.accept, id, by: .payee).status == .active)
        await #expect(throws: ContractError.self) { try await world.perform(.requestMilestone(1), id) }
        try await world.perform(.completeMilestone(1), id)
        try await world.perform(.requestMilestone(1), id)
        #expect(try await world.pay(id).status == .completed)
    }

    @Test(
        "a resolution shares out what is held",
        arguments: [(0, 0, 47_500_00), (4000, 20_000_00, 28_500_00), (10_000, 50_000_00, 0)]
            as [(Int64, Int64, Int64)])  // C0-25, C0-60
    func resolution(payer: Int64, back: Int64, share: Int64) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(10_000), releaseAfterDays: 0)).id
        try await world.pay(id)
        #expect(try await world.perform(.dispute, id, by: .payer).status == .disputed)
        await #expect(throws: ContractError.self) { try await world.perform(.completeMilestone(1), id) }
        #expect(try await world.contracts.settleDue() == 0)
        let shares = ContractCommand.resolve(payer: BasisPoints(payer), payee: BasisPoints(10_000 - payer))
        let resolved = try await world.perform(shares, id)
        #expect(resolved.status == .completed)
        #expect(resolved.instalments[0].refundedMinor == back)
        #expect(try await world.ledger(.payee(world.payee)) == -share)
        #expect(try await world.held().allSatisfy { $0 == 0 })
        #expect(try await world.problems() == [])
    }

    @Test("a resolution of what was released takes it from the payee")  // C0-60, C0-61
    func resolutionOfReleased() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form()).id
        try await world.pay(id, method: "pm_card_bypassPending")
        try await world.perform(.dispute, id, by: .payer)
        try await world.perform(.resolve(payer: BasisPoints(4000), payee: BasisPoints(6000)), id)
        #expect(try await world.ledger(.payee(world.payee)) == -28_500_00)
        #expect(try await world.contracts.contract(id).status == .completed)
        #expect(try await world.problems() == [])
    }

    @Test("a cancellation refunds what is held, and leaves what was released")  // C0-26, C0-28, C0-61
    func cancellation() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(5000, 5000))).id
        try await world.pay(id)
        try await world.perform(.completeMilestone(1), id)
        try await world.perform(.release(1), id)
        try await world.perform(.requestMilestone(2), id)
        try await world.pay(id, 2)
        let cancelled = try await world.perform(.cancel, id, by: .payer)
        #expect(cancelled.status == .cancelled)
        #expect(cancelled.instalments.map(\.status) == [.released, .refunded])
        #expect(try await world.ledger(.payee(world.payee)) == -23_750_00)
        #expect(try await world.held().allSatisfy { $0 == 0 })
        #expect(try await world.problems() == [])
    }

    @Test("what a bank disputes is frozen; what it takes is refunded")  // C0-25
    func bank() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(10_000))).id
        try await world.pay(id, method: "pm_card_createDispute")
        world.clock.advance(seconds: 60)
        _ = try await world.contracts.payments.reconcile()
        #expect(try await world.contracts.contract(id).status == .disputed)
        #expect(try await world.contracts.contract(id).allowed == [])
        let dispute = try await world.file.read { try $0.openDisputes(limit: 1) }.first
        try await world.contracts.payments.submit(evidence: "losing_evidence", for: dispute?.id ?? "")
        #expect(try await world.contracts.contract(id).instalments[0].status == .refunded)
        #expect(try await world.held().allSatisfy { $0 == 0 })
    }

    @Test("what was declined is paid by another card, and nothing is paid twice")  // C0-18
    func declined() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form()).id
        let target = PaymentTarget.instalment(contract: id, number: 1)
        let first = try await world.contracts.pay(target, method: "pm_card_visa_chargeDeclined", key: "1")
        #expect(first.payment.failure?.isDecline == true)
        #expect(first.contract.status == .pendingSignature)
        let second = try await world.contracts.pay(target, method: "pm_card_visa", key: "2")
        #expect(second.payment.id == first.payment.id)
        #expect(second.contract.status == .active)
        // The same key answers the same payment; another key is refused, and a key for something else, too.
        #expect(
            try await world.contracts.pay(target, method: "pm_card_visa", key: "2").payment.id
                == first.payment.id)
        var error = await #expect(throws: ContractError.self) {
            try await world.contracts.pay(target, method: "pm_card_visa", key: "3")
        }
        #expect(error?.code == .wrongState)
        error = await #expect(throws: ContractError.self) {
            try await world.contracts.pay(target, method: "pm_card_mastercard", key: "2")
        }
        #expect(error?.code == .idempotencyConflict)
        #expect(try await world.ledger(.payee(world.payee)) == -47_500_00)
    }

    @Test("each part is charged by its own quote")  // C0-47, X-04
    func ownQuote() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(3333, 6667), total: "100.00")).id
        let target = PaymentTarget.instalment(contract: id, number: 1)
        let payment = try await world.contracts.pay(target, method: "pm_card_visa").payment
        #expect(payment.total.minorUnits == 33_33)
    }

    @Test("a payee that takes no charges is not sent a contract for")
    func notPayable() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let form = world.form(payee: "acct_unknown")
        let error = await #expect(throws: ContractError.self) {
            try await world.contracts.create(form, sends: true)
        }
        #expect(error?.code == .notPayable)
        #expect(try await world.contracts.contracts() == [])
    }
}
