import Contracts
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Charges, held money, releases and refunds of contracts.
@Suite struct ContractPaymentTests {
    // C0-07, C0-09, C0-31, C0-34, C0-35, C0-48, C0-51, X-01, X-05
    @Test(
        "a contract paid upfront or after completion has one payment, and releases the payee's share at once",
        arguments: [(.upfront, 50_000_00, 0), (.afterCompletion, 52_500_00, 2_500_00)]
            as [(PaymentStructure, Int64, Int64)])
    func atOnce(structure: PaymentStructure, charged: Int64, surcharge: Int64) async throws {
        let world = try await ContractWorld.make(processing: .none)
        defer { world.remove() }
        let sent = try await world.sent(world.form(structure))
        let id = sent.id
        #expect(sent.instalments.map(\.amount.minorUnits) == [50_000_00])
        #expect(sent.instalments.map(\.requestedAt) == [structure == .upfront ? sent.sentAt : nil])
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
        #expect(try await world.charged() == [charged])
        #expect(try await world.transferred() == [47_500_00])
        #expect(try await world.problems() == [])
    }

    // C0-14, C0-38, C0-49, C0-50, C0-58, X-02
    @Test("a payment signs the contract, makes it active, and notifies the payee")
    func signs() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let sent = try await world.sent(world.form())
        #expect(sent.status == .pendingSignature)
        #expect(!sent.isSignedByPayer)
        world.clock.advance(seconds: 60)
        let paid = try await world.pay(sent.id)
        #expect(paid.status == .active)
        #expect(paid.isSignedByPayer && paid.payerAcceptedAt == world.clock.now)
        #expect(!paid.isSignedByPayee)
        let notices = try await world.file.read { try $0.notices(isWaiting: true, after: nil, limit: 10) }
        #expect(notices.map(\.body) == ["Payment requested for A house", "Payment received for A house"])
        #expect(notices.map(\.kind) == ["payment_request", "payment_received"])
        #expect(
            notices.map(\.recipient) == [.payer, .payee] && notices.map(\.subject) == [sent.id, sent.id])
    }

    // C0-31, C0-49
    @Test("the charge, the signature, the status and the notice are stored in one transaction", .sqlite)
    func oneTransaction() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form()).id
        func received() async throws -> Int {
            try await world.file.read { try $0.notices(isWaiting: true, after: nil, limit: 10) }
                .count { $0.kind == "payment_received" }
        }
        try await world.file.write { transaction in
            try transaction.run(
                """
                CREATE TRIGGER full BEFORE INSERT ON outbox WHEN NEW.kind = 'payment_received'
                BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                """)
        }
        await #expect(throws: (any Error).self) { try await world.pay(id) }
        // The processor has charged the card, but nothing is stored.
        #expect(try await world.charged() == [50_000_00])
        let before = try await world.contracts.contract(id)
        #expect(before.status == .pendingSignature && !before.isSignedByPayer)
        #expect(try await world.ledger(.feeRevenue) == 0)
        #expect(try await received() == 0)
        try await world.file.write { try $0.run("DROP TRIGGER full") }
        for _ in 0..<2 {
            world.clock.advance(seconds: 60)
            _ = try await world.contracts.payments.reconcile()
            try await world.contracts.settleDue()
        }
        let after = try await world.contracts.contract(id)
        #expect(after.status == .active && after.isSignedByPayer)
        #expect(try await world.ledger(.payee(world.payee)) == -47_500_00)
        #expect(try await received() == 1)
        #expect(try await world.charged() == [50_000_00])
    }

    // C0-28, C0-48, C0-62, X-03
    @Test("a milestone's money is held in its own ledger account until it is completed and released")
    func milestone() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(5000, 5000))).id
        var seen = try await [world.contracts.contract(id)]
        seen.append(try await world.pay(id))
        let payment = try #require(seen[1].instalment(1)?.payment)
        #expect(try await world.ledger(.held(payment)) == -23_750_00)
        seen.append(try await world.perform(.completeMilestone(1), id))
        #expect(try await world.ledger(.held(payment)) == -23_750_00)
        #expect(try await world.ledger(.payee(world.payee)) == 0)
        #expect(try await world.transferred() == [])
        seen.append(try await world.perform(.release(1), id))
        #expect(try await world.ledger(.held(payment)) == 0)
        #expect(try await world.ledger(.payee(world.payee)) == -23_750_00)
        #expect(try await world.transferred() == [23_750_00])
        #expect(
            seen.map { $0.instalments.map(\.status) } == [
                [.requested, .planned], [.funded, .planned], [.completed, .planned], [.released, .planned],
            ])
        #expect(
            Instalment.Status.allCases == [.planned, .requested, .funded, .completed, .released, .refunded])
    }

    // C0-04, C0-24, C0-53
    @Test(
        "a contract is completed when its last milestone is settled, and progress counts settled milestones")
    func progress() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(4000, 6000))).id
        func expect(_ status: ContractStatus, _ count: Int, _ closed: Int64) async throws {
            let contract = try await world.contracts.contract(id)
            #expect(contract.status == status)
            #expect(contract.progress.count == count && contract.progress.of == 2)
            #expect(contract.progress.closed == Money(closed, .usd))
        }
        try await world.pay(id)
        try await expect(.active, 0, 0)
        try await world.perform(.completeMilestone(1), id)
        try await expect(.active, 0, 0)
        try await world.perform(.release(1), id)
        try await expect(.active, 1, 20_000_00)
        let asked = try await world.perform(.requestMilestone(2), id)
        #expect(asked.instalments.map(\.status) == [.released, .requested])
        try await world.pay(id, 2)
        try await expect(.active, 1, 20_000_00)
        try await world.perform(.completeMilestone(2), id)
        try await expect(.active, 1, 20_000_00)
        try await world.perform(.release(2), id)
        try await expect(.completed, 2, 50_000_00)
    }

    @Test("a completed milestone is released after the agreed days", arguments: [0, 14])  // C0-66
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
    @Test("without fundsBefore, a milestone's payment is requested after its work, and released when paid")
    func fundedAfter() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(10_000), fundsBefore: false)).id
        try await world.perform(.accept, id, by: .payer)
        #expect(try await world.perform(.accept, id, by: .payee).status == .active)
        let error = await #expect(throws: ContractError.self) {
            try await world.perform(.requestMilestone(1), id)
        }
        #expect(error?.code == .wrongState)
        #expect(
            error?.reason == """
                this part can be paid only after its work is done
                the contract's status is active
                """)
        try await world.perform(.completeMilestone(1), id)
        try await world.perform(.requestMilestone(1), id)
        #expect(try await world.pay(id).status == .completed)
    }

    @Test(
        "a resolution divides the held money",
        arguments: [(0, 0, 47_500_00), (4000, 20_000_00, 28_500_00), (10_000, 50_000_00, 0)]
            as [(Int64, Int64, Int64)])  // C0-60, C0-61
    func resolution(payer: Int64, back: Int64, share: Int64) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(10_000), releaseAfterDays: 0)).id
        try await world.pay(id)
        #expect(try await world.perform(.dispute, id, by: .payer).status == .disputed)
        let shares = ContractCommand.resolve(payer: BasisPoints(payer), payee: BasisPoints(10_000 - payer))
        let resolved = try await world.perform(shares, id)
        #expect(resolved.status == .completed)
        #expect(resolved.instalments[0].refundedMinor == back)
        #expect(try await world.ledger(.payee(world.payee)) == -share)
        #expect(try await world.held().allSatisfy { $0 == 0 })
        // The refund comes from held money: only the rest is transferred, and no transfer is reversed.
        #expect(try await world.refunded() == (back == 0 ? [] : [back]))
        #expect(try await world.transferred() == (share == 0 ? [] : [share]))
        #expect(try await world.reversed() == (share == 0 ? [] : [0]))
        #expect(try await world.problems() == [])
    }

    @Test("a dispute blocks automatic releases, manual releases and cancellations")  // C0-25
    func frozen() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(10_000), releaseAfterDays: 3)).id
        try await world.pay(id)
        try await world.perform(.completeMilestone(1), id)
        #expect(try await world.perform(.dispute, id, by: .payer).status == .disputed)
        world.clock.advance(seconds: 5 * 86_400)
        try await world.contracts.settleDue()
        for command in [ContractCommand.release(1), .cancel] {
            let error = await #expect(throws: ContractError.self) { try await world.perform(command, id) }
            #expect(error?.code == .wrongState && error?.allowed == [.resolve])
        }
        #expect(try await world.held() == [47_500_00])
        #expect(try await world.transferred() == [])
        #expect(try await world.refunded() == [])
        let error = await #expect(throws: ContractError.self) {
            try await world.perform(.resolve(payer: BasisPoints(4000), payee: BasisPoints(5000)), id)
        }
        #expect(error?.code == .wrongState && error?.status == .disputed && error?.allowed == [.resolve])
        #expect(error?.summary == "the dispute cannot be resolved with these shares")
        #expect(error?.reason == "the shares add up to 90%, not to 100%")
        try await world.perform(.resolve(payer: BasisPoints(0), payee: BasisPoints(10_000)), id)
        #expect(try await world.ledger(.payee(world.payee)) == -47_500_00)
    }

    @Test("a resolution of released money collects the refund from the payee")  // C0-60, C0-61
    func resolutionOfReleased() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form()).id
        try await world.pay(id, method: "pm_card_bypassPending")
        try await world.perform(.dispute, id, by: .payer)
        try await world.perform(.resolve(payer: BasisPoints(4000), payee: BasisPoints(6000)), id)
        #expect(try await world.ledger(.payee(world.payee)) == -28_500_00)
        #expect(try await world.refunded() == [20_000_00])
        #expect(try await world.transferred() == [47_500_00])
        #expect(try await world.reversed() == [19_000_00])
        #expect(try await world.contracts.contract(id).status == .completed)
        #expect(try await world.problems() == [])
    }

    @Test(
        "either party's cancellation refunds held money, and leaves released money",
        arguments: [.payer, .payee] as [ContractActor])  // C0-26, C0-28, C0-61
    func cancellation(actor: ContractActor) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(5000, 5000))).id
        try await world.pay(id)
        try await world.perform(.completeMilestone(1), id)
        try await world.perform(.release(1), id)
        try await world.perform(.requestMilestone(2), id)
        try await world.pay(id, 2)
        let cancelled = try await world.perform(.cancel, id, by: actor)
        #expect(cancelled.status == .cancelled)
        #expect(cancelled.instalments.map(\.status) == [.released, .refunded])
        #expect(cancelled.instalments.map(\.refundedMinor) == [0, 25_000_00])
        #expect(try await world.refunded() == [25_000_00])
        #expect(try await world.reversed() == [0])
        #expect(try await world.ledger(.payee(world.payee)) == -23_750_00)
        #expect(try await world.held().allSatisfy { $0 == 0 })
        #expect(try await world.problems() == [])
    }

    @Test("a disputed payment is frozen, and a lost dispute is a refund")  // C0-25
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

    @Test("an event from the processor changes its contract once")  // C0-55
    func event() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(10_000))).id
        try await world.pay(id, method: "pm_card_createDispute")
        world.clock.advance(seconds: 60)
        try await world.processor.advance()
        let events = try await world.processor.events(ListQuery()).data
        let event = try #require(events.first { $0.type == "charge.dispute.created" })
        #expect(try await world.contracts.contract(id).status == .active)
        #expect(try await world.contracts.payments.receive(event))
        #expect(try await !world.contracts.payments.receive(event))
        #expect(try await world.contracts.payments.workReceivedEvents() == 1)
        #expect(try await world.contracts.contract(id).status == .disputed)
    }

    @Test("a wallet's token is charged, and the payment is returned", arguments: [nil, "apple_pay"])  // C0-18
    func wallet(wallet: String?) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form()).id
        let token = try await world.processor.create(
            PaymentMethod.Create(testName: "pm_card_visa", wallet: wallet), key: IdempotencyKey("token"))
        let payment = try await world.contracts.pay(.instalment(contract: id, number: 1), method: token.id)
            .payment
        #expect(payment.state == .succeeded && payment.failure == nil && payment.id.hasPrefix("pay_"))
        let intent = try await world.processor.paymentIntent(try #require(payment.intent))
        #expect(intent.paymentMethod == token.id)
        #expect(try await world.charged() == [50_000_00])
    }

    @Test("a declined payment is paid with another card, and nothing is paid twice")  // C0-18
    func declined() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form()).id
        let target = PaymentTarget.instalment(contract: id, number: 1)
        let first = try await world.contracts.pay(target, method: "pm_card_visa_chargeDeclined", key: "1")
        #expect(first.payment.failure?.code == "card_declined" && first.payment.failure?.isDecline == true)
        #expect(first.contract.status == .pendingSignature)
        let second = try await world.contracts.pay(target, method: "pm_card_visa", key: "2")
        #expect(second.payment.id == first.payment.id)
        #expect(second.contract.status == .active)
        // The same key returns the same payment. Another key is refused, and so is the key with another method.
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

    @Test("each part is charged its own amount")  // C0-47, X-04
    func ownQuote() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(3333, 6667), total: "100.00")).id
        try await world.pay(id)
        try await world.perform(.requestMilestone(2), id)
        let paid = try await world.pay(id, 2)
        #expect(paid.instalments.map(\.paidMinor) == [33_33, 66_67])
        #expect(try await world.charged().sorted() == [33_33, 66_67])
    }

    @Test("a contract for a payee that cannot be charged is refused")
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
