import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// M-2: disputes, payouts, accounts and declined payments that change directly at the processor.
@Suite struct OutsideMoneyTests {
    /// The ways in which a dispute ends: the test mode's evidence, acceptance, and no response in time.
    private static let ends = ["winning_evidence", "losing_evidence", "accepted", "silence"]

    @Test(
        "a dispute is followed to its end, however it is decided",
        arguments: Notice.allCases, ends)
    func dispute(by notice: Notice, end: String) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.calm.give(.to(method: "pm_card_createDispute"))
        _ = try await world.calm.give(.to(amount: "90"))
        world.clock.advance(seconds: 60)
        try await world.processor.advance()
        try await world.hear(by: notice)
        #expect(try await world.gift(gift.id).status == .disputed)
        #expect(try await world.ledger(.disputed(gift.payment ?? "")) == 5_000)
        let dispute = try #require(try await world.processor.disputes(ListQuery()).data.first)
        try await world.end(dispute.id, by: end, heardBy: notice)
        let after = try await world.gift(gift.id)
        let isWon = end == "winning_evidence"
        #expect(after.status == (isWon ? .succeeded : .disputed))
        #expect((after.receiptNumber != nil) == isWon && after.countedMinor == (isWon ? 5_000 : 0))
        #expect(try await world.ledger(.disputed(gift.payment ?? "")) == 0)
        #expect(
            try await world.waitingTitles(about: gift.id).last
                == (isWon ? "Your $50 gift to Grace: receipt" : "Gift reversed by the bank"))
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }

    @Test(
        "a dispute over a part of a gift takes only that part",
        arguments: Notice.allCases, ends)
    func partialDispute(by notice: Notice, end: String) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.calm.give(.to(coversFee: true))
        _ = try await world.calm.give(.to(amount: "90"))
        try await world.settle()
        try await world.refundOutside(gift, 518, reverse: true, fee: true)
        let charge = try #require(
            try await world.processor.paymentIntent(gift.paymentIntent ?? "").latestCharge)
        let dispute = try await world.processor.dispute(charge: charge, amount: 1_036)
        try await world.hear(by: notice)
        let open = try await world.gift(gift.id)
        #expect(open.status == .disputed && open.countedMinor == 4_500 && open.receiptNumber != nil)
        #expect(try await world.ledger(.disputed(gift.payment ?? "")) == 1_036)
        try await world.end(dispute.id, by: end, heardBy: notice)
        let after = try await world.gift(gift.id)
        let isWon = end == "winning_evidence"
        #expect(after.status == .partiallyRefunded)
        #expect(after.countedMinor == (isWon ? 4_500 : 3_500))
        let issued = try await world.receipts(of: after).filter { $0.state == .issued }
        #expect(issued.map(\.total.minorUnits) == [isWon ? 4_662 : 3_626])
        #expect(try await world.ledger(.disputed(gift.payment ?? "")) == 0)
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
        #expect(try await world.giftsBeside() == [])
    }

    @Test("the ledger check names a refund that is not booked")
    func ledgerCheck() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.calm.give(.to())
        try await world.settle()
        try await world.refundOutside(gift, 1_000)
        try await world.hear(by: .reading)
        #expect(try await world.file.read { try $0.ledgerCheck() }.isBalanced)
        try await world.file.write {
            try $0.run("UPDATE posting SET kind = 'correction' WHERE kind = 'refund'", [])
        }
        let problems = try await world.file.read { try $0.ledgerCheck() }.problems
        #expect(
            problems.contains { $0.hasSuffix("but it is not booked") }, "\(problems)")
    }

    @Test("the ledger check names a booked refund without a record")
    func missingRefund() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.calm.give(.to())
        _ = try await world.calm.refund(gift.id, amount: "10", reason: nil)
        #expect(try await world.file.read { try $0.ledgerCheck() }.isBalanced)
        try await world.file.write { try $0.run("DELETE FROM payment_refund", []) }
        let problems = try await world.file.read { try $0.ledgerCheck() }.problems
        #expect(problems.count == 1 && problems[0].hasSuffix("its record is missing"), "\(problems)")
    }

    @Test("an inquiry changes nothing and is closed")
    func inquiry() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.calm.give(.to(method: "pm_card_createDisputeInquiry"))
        world.clock.advance(seconds: 60)
        try await world.processor.advance()
        for notice in Notice.allCases { try await world.hear(by: notice) }
        #expect(try await world.gift(gift.id).status == .succeeded)
        #expect(try await world.file.read { try $0.openDisputes(limit: 9) }.map(\.state) == [.inquiry])
        try await world.settle(seconds: 40 * 86_400)
        #expect(try await world.file.read { try $0.openDisputes(limit: 9) }.isEmpty)
        #expect(try await world.differences() == [])
    }

    @Test("full and partial payouts made at the processor are booked", arguments: Notice.allCases)
    func payouts(by notice: Notice) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        _ = try await world.calm.give(.to(amount: "100", method: "pm_card_bypassPending"))
        try await world.settle()
        let processor = world.processor
        let one = try await processor.createPayout(
            of: account, amount: 3_000, currency: .usd, key: world.outsideKey())
        try await world.hear(by: notice)
        #expect(try await world.file.read { try $0.payout(one.id) }?.state == .pending)
        world.clock.advance(seconds: 3 * 86_400)
        try await processor.advance()
        try await world.hear(by: notice)
        #expect(try await world.file.read { try $0.payout(one.id) }?.state == .paid)
        #expect(try await world.differences() == [])
    }

    @Test(
        "the platform's payouts to its own bank are booked, and appear in no church's payout",
        arguments: Notice.allCases)
    func platformPayout(by notice: Notice) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.calm.give(.to(amount: "500", method: "pm_card_bypassPending"))
        try await world.settle()
        let charge = try await world.processor.paymentIntent(gift.paymentIntent ?? "").latestCharge ?? ""
        let source = try await world.processor.charge(charge).transfer ?? ""
        _ = try await world.processor.reverse(
            transfer: source, amount: 2_000, metadata: [:], key: world.outsideKey())
        let payout = try await world.processor.createPayout(
            of: nil, amount: 1_200, currency: .usd, key: world.outsideKey())
        try await world.hear(by: notice)
        #expect(try await world.ledger(.drawn) == 1_200)
        #expect(try await world.ledger(.bank(PayeePayout.platform)) == -1_200)
        #expect(try await world.differences() == [])
        try await world.settle(seconds: 3 * 86_400)
        try await world.hear(by: notice)
        #expect(try await world.file.read { try $0.payout(payout.id) }?.state == .paid)
        #expect(try await world.ledger(.bank(PayeePayout.platform)) == 0)
        #expect(try await world.differences() == [])
    }

    @Test(
        "an account that loses a capability takes no gifts until the capability is restored",
        arguments: Notice.allCases)
    func capability(by notice: Notice) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        _ = try await world.processor.completeOnboarding(account, .rejected)
        try await world.hear(by: notice)
        #expect(try await world.file.read { try $0.payee(account) }?.takesCharges == false)
        let refused = await #expect(throws: GivingError.self) { try await world.calm.give(.to()) }
        #expect(refused != nil)
        _ = try await world.processor.completeOnboarding(account, .complete)
        try await world.hear(by: notice)
        #expect(try await world.calm.give(.to()).status == .succeeded)
    }

    @Test(
        "a declined gift paid at the processor with another card becomes a paid gift",
        arguments: Notice.allCases)
    func paidOutside(by notice: Notice) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.calm.give(.to(method: "pm_card_visa_chargeDeclined"))
        #expect(gift.status == .failed)
        _ = try await world.processor.confirm(
            gift.paymentIntent ?? "", PaymentIntent.Confirm(paymentMethod: "pm_card_visa"),
            key: world.outsideKey())
        try await world.hear(by: notice)
        let after = try await world.gift(gift.id)
        #expect(after.status == .succeeded && after.receiptNumber != nil)
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }

    @Test(
        "an unpaid gift canceled at the processor is canceled", arguments: Notice.allCases)
    func canceled(by notice: Notice) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.calm.give(.to(method: "pm_card_authenticationRequired"))
        #expect(gift.status == .requiresAction)
        _ = try await world.processor.cancel(intent: gift.paymentIntent ?? "", key: world.outsideKey())
        try await world.hear(by: notice)
        #expect(try await world.gift(gift.id).status == .canceled)
        #expect(try await world.problems() == [])
    }

    @Test(
        "a transfer made at the processor is booked by the next reconciliation, even if none of its events arrived"
    )
    func sentLongAgo() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        let gift = try await world.calm.give(.to(amount: "500", method: "pm_card_bypassPending"))
        try await world.settle()
        let charge = try await world.processor.paymentIntent(gift.paymentIntent ?? "").latestCharge ?? ""
        let source = try await world.processor.charge(charge).transfer ?? ""
        _ = try await world.processor.reverse(
            transfer: source, amount: 2_000, metadata: [:], key: world.outsideKey())
        _ = try await world.processor.create(
            Transfer.Create(amount: 1_500, currency: .usd, destination: account), key: world.outsideKey())
        // Reading events skips new transfers, because each charge makes one.
        world.clock.advance(seconds: 2 * 3600)
        try await world.refundOutside(gift, 100)
        try await world.hear(by: .reading)
        #expect(try await world.ledger(.outside(account)) < -500)
        try await world.settle(seconds: 2 * 3600)
        #expect(try await world.differences() == [])
    }

    @Test("a refund under review does not hide a reversal made at the processor", arguments: Notice.allCases)
    func reversedBesideReview(by notice: Notice) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        let gift = try await world.calm.give(.to(amount: "500", method: "pm_card_bypassPending"))
        try await world.settle()
        let plan = ProcessorFaultPlan(rate: 10_000, faults: [.requestLost])
        let losing = world.service(over: FaultyProcessor(world.line, plan) { _ in })
        _ = try? await losing.refund(gift.id, amount: "400", reason: nil)
        try await world.settle(seconds: 25 * 3600)
        let charge = try await world.processor.paymentIntent(gift.paymentIntent ?? "").latestCharge ?? ""
        let source = try await world.processor.charge(charge).transfer ?? ""
        _ = try await world.processor.reverse(
            transfer: source, amount: 2_000, metadata: [:], key: world.outsideKey())
        try await world.hear(by: notice)
        #expect(try await world.ledger(.outside(account)) == -2_000)
        #expect(try await world.differences() == [])
    }

    @Test(
        "money sent to a church at the processor is booked, and appears in its payout",
        arguments: Notice.allCases)
    func sent(by notice: Notice) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        _ = try await world.calm.give(.to(amount: "500", method: "pm_card_bypassPending"))
        _ = try await world.calm.give(.to(amount: "500", method: "pm_card_bypassPending"))
        try await world.settle()
        let gift = try #require(try await world.file.read { try $0.gifts(GiftQuery(limit: 1)).first })
        // After a refund is reversed from the church and then fails, the platform holds its own money.
        let charge = try await world.processor.paymentIntent(gift.paymentIntent ?? "").latestCharge ?? ""
        let source = try await world.processor.charge(charge).transfer ?? ""
        _ = try await world.processor.reverse(
            transfer: source, amount: 2_000, metadata: [:], key: world.outsideKey())
        try await world.hear(by: notice)
        #expect(try await world.ledger(.outside(account)) == -2_000)
        _ = try await world.processor.create(
            Transfer.Create(amount: 1_500, currency: .usd, destination: account), key: world.outsideKey())
        for event in try await world.line.events(ListQuery(limit: 100)).data {
            try await world.calm.payments.receive(event)
        }
        try await world.calm.payments.workReceivedEvents(limit: 1_000)
        #expect(try await world.ledger(.outside(account)) == -500)
        #expect(try await world.differences() == [])
        let payout = try #require(try await world.calm.payments.payOut(to: account).first)
        let match = try await world.calm.payments.match(payout: payout.id)
        #expect(match.differenceMinor == 0)
        let kinds = match.lines.flatMap(\.parts).map(\.kind)
        #expect(kinds.filter { $0 == .takenBack || $0 == .sent } == [.takenBack, .sent])
    }
}

extension GivingWorld {
    /// Ends a dispute at the processor, and delivers its events.
    fileprivate func end(_ dispute: String, by end: String, heardBy notice: Notice) async throws {
        switch end {
        case "accepted": _ = try await processor.close(dispute: dispute, key: outsideKey())
        case "silence": clock.advance(seconds: 40 * 86_400)
        default: _ = try await processor.submit(evidence: end, for: dispute, key: outsideKey())
        }
        clock.advance(seconds: 60)
        try await processor.advance()
        try await hear(by: notice)
    }
}
