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

/// M-2: refunds made directly at the processor.
@Suite struct OutsideRefundTests {
    /// A way to refund at the processor.
    struct Case: CustomTestStringConvertible, Sendable {
        var amounts: [Int64?]
        var reverse: Bool
        var fee: Bool
        var notice: Notice

        static let all: [Case] = [[nil], [2_000], [1_000, 777, 1_223], [1, nil]].flatMap { amounts in
            [(false, false), (false, true), (true, false), (true, true)].flatMap { reverse, fee in
                Notice.allCases.map { Case(amounts: amounts, reverse: reverse, fee: fee, notice: $0) }
            }
        }

        var testDescription: String {
            let sums = amounts.map { $0.map(String.init) ?? "rest" }.joined(separator: "+")
            return "\(sums)\(reverse ? " reversed" : "")\(fee ? " with fee" : ""), \(notice.rawValue)"
        }
    }

    @Test(
        "a refund at the processor updates the gift's status, receipt, notice and postings",
        arguments: Case.all)
    func refunded(_ one: Case) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        _ = try await world.calm.give(.to(amount: "500", email: "another@example.org"))
        let gift = try await world.calm.give(.to(coversFee: true))
        let twin = try await world.calm.give(.to(coversFee: true, email: "twin@example.org"))
        try await world.settle()
        let before = try await world.ledger(.payee(account))
        for amount in one.amounts {
            try await world.refundOutside(gift, amount, reverse: one.reverse, fee: one.fee)
        }
        try await world.hear(by: one.notice)
        let isAll = one.amounts.contains(nil)
        let back = isAll ? 5_180 : one.amounts.reduce(0) { $0 + ($1 ?? 0) }
        let after = try await world.gift(gift.id)
        #expect(after.refundedMinor == back)
        #expect(after.status == (isAll ? .refunded : .partiallyRefunded))
        #expect(try await world.problems() == [])
        let receipts = try await world.receipts(of: after)
        #expect(receipts.first?.state == .void)
        #expect(receipts.last?.total.minorUnits == (isAll ? 5_180 : 5_180 - back))
        #expect(
            receipts.filter { $0.state == .issued }.map(\.number.text)
                == [after.receiptNumber].compactMap(\.self))
        let titles = try await world.waitingTitles(about: gift.id)
        #expect(titles.last?.hasSuffix(isAll ? "Gift refunded" : " refunded, new receipt") == true)
        // Receiving the events again, in either way, books nothing twice.
        let postings = try await world.file.read { try $0.ledgerCheck() }.postings
        for notice in Notice.allCases { try await world.hear(by: notice) }
        #expect(try await world.file.read { try $0.ledgerCheck() }.postings == postings)
        #expect(try await world.differences() == [])
        // The church bears the same cost as for a refund by tapctl.
        let outside = try await before - world.ledger(.payee(account))
        let middle = try await world.ledger(.payee(account))
        if isAll {
            _ = try await world.calm.refund(twin.id, amount: nil, reason: nil)
        } else {
            _ = try await world.calm.refund(twin.id, amount: Money(back, .usd).plainText, reason: nil)
        }
        try await world.settle()
        #expect(try await middle - world.ledger(.payee(account)) == outside)
        #expect(try await world.differences() == [])
    }

    @Test(
        "after a refund at the processor, tapctl refunds the remainder and no more",
        arguments: Case.all.filter { !$0.amounts.contains(nil) })
    func rest(_ one: Case) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.calm.give(.to(amount: "500", email: "another@example.org"))
        let gift = try await world.calm.give(.to(coversFee: true))
        try await world.settle()
        for amount in one.amounts {
            try await world.refundOutside(gift, amount, reverse: one.reverse, fee: one.fee)
        }
        // The service has not read the event yet, so the refund has to check the processor.
        let back = one.amounts.reduce(0) { $0 + ($1 ?? 0) }
        let refused = await #expect(throws: PaymentError.self) {
            try await world.calm.refund(gift.id, amount: "51.80", reason: nil)
        }
        #expect(refused?.code == .refundTooLarge)
        #expect(refused?.reason == "\(Money(5_180 - back, .usd).plainText) can still be refunded")
        let after = try await world.calm.refund(gift.id, amount: nil, reason: nil)
        #expect(after.status == .refunded && after.refundedMinor == 5_180)
        #expect(try await world.problems() == [])
        try await world.hear(by: one.notice)
        #expect(try await world.differences() == [])
    }

    @Test("reading events finds refunds made while the service was down")
    func whileDown() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.calm.give(.to())
        _ = try await world.calm.give(.to(amount: "90"))
        try await world.settle()
        try await world.refundOutside(gift, 1_500, reverse: true, fee: true)
        world.clock.advance(seconds: 9 * 86_400)
        try await world.refundOutside(gift, 500)
        world.clock.advance(seconds: 9 * 86_400)
        try await world.calm.payments.readEvents()
        #expect(try await world.gift(gift.id).refundedMinor == 2_000)
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }

    @Test(
        "a refund that is pending or fails later is followed",
        arguments: ["pm_card_refundFail", "pm_card_pendingRefund"])
    func failing(method: String) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.calm.give(.to(amount: "500", method: "pm_card_bypassPending"))
        let gift = try await world.calm.give(.to(method: method))
        try await world.settle()
        try await world.refundOutside(gift, reverse: true, fee: true)
        try await world.hear(by: .reading)
        #expect(try await world.gift(gift.id).status == .refunded)
        world.clock.advance(seconds: 10 * 86_400)
        try await world.processor.advance()
        try await world.hear(by: .reading)
        let after = try await world.gift(gift.id)
        #expect(after.status == (method == "pm_card_refundFail" ? .succeeded : .refunded))
        #expect((after.receiptNumber != nil) == (method == "pm_card_refundFail"))
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }

    @Test("simultaneous refunds by tapctl and at the processor are booked once each", arguments: 0..<6)
    func race(round: Int) async throws {
        let world = try await GivingWorld.make(seed: UInt64(round + 1))
        defer { world.remove() }
        _ = try await world.calm.give(.to(amount: "500", email: "another@example.org"))
        let gift = try await world.calm.give(.to())
        try await world.settle()
        let (ours, theirs): (String?, Int64?) = [
            ("20", 2_000), (nil, nil), ("30", 3_000), ("10", nil), (nil, 1), ("50", 5_000),
        ][round]
        async let mine = try? world.calm.refund(gift.id, amount: ours, reason: nil)
        async let outside = try? world.refundOutside(
            gift, theirs, reverse: true, fee: round.isMultiple(of: 2))
        async let heard: Void? = try? world.hear(by: .webhooks)
        _ = await (mine, outside, heard)
        for notice in Notice.allCases { try await world.hear(by: notice) }
        let charge = try await world.processor.paymentIntent(gift.paymentIntent ?? "").latestCharge ?? ""
        let truth = try await world.processor.charge(charge).amountRefunded
        #expect(try await world.gift(gift.id).refundedMinor == truth)
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }

    @Test(
        "a reversal and a refunded fee without a refund are booked, and the gift is unchanged",
        arguments: Notice.allCases)
    func withoutRefund(by notice: Notice) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        let gift = try await world.calm.give(.to())
        _ = try await world.calm.give(.to(amount: "90"))
        try await world.settle()
        let charge = try await world.processor.paymentIntent(gift.paymentIntent ?? "").latestCharge ?? ""
        let transfer = try await world.processor.charge(charge).transfer ?? ""
        _ = try await world.processor.reverse(
            transfer: transfer, amount: 1_000, metadata: [:], key: world.outsideKey())
        try await world.hear(by: notice)
        #expect(try await world.ledger(.outside(account)) == -1_000)
        #expect(try await world.gift(gift.id).status == .succeeded)
        #expect(try await world.differences() == [])
        #expect(
            try await world.ledger(.outside(account)) == -1_000, "the service does not reverse it by itself")
        // A refund without a reversal explains the amount.
        try await world.refundOutside(gift, 1_000)
        try await world.hear(by: notice)
        #expect(try await world.ledger(.outside(account)) == 0)
        #expect(try await world.ledger(.receivable(account)) == 0)
        #expect(try await world.differences() == [])
    }

    @Test(
        "the church's payout explains each refund made at the processor",
        arguments: [(false, true), (true, true), (true, false), (false, false)])
    func payout(reverse: Bool, fee: Bool) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        let gift = try await world.calm.give(.to())
        _ = try await world.calm.give(.to(amount: "90"))
        try await world.settle()
        try await world.refundOutside(gift, 2_000, reverse: reverse, fee: fee)
        try await world.hear(by: .reading)
        world.clock.advance(seconds: 7 * 86_400)
        let payout = try #require(try await world.calm.payments.payOut(to: account).first)
        let match = try await world.calm.payments.match(payout: payout.id)
        #expect(match.differenceMinor == 0)
        #expect(match.lines.allSatisfy { !$0.parts.isEmpty }, "every line is explained")
        let parts = match.lines.flatMap(\.parts).filter { $0.payment == gift.payment }
        #expect(parts.filter { $0.kind == .refund }.reduce(0) { $0 + $1.amountMinor } == -2_000)
        #expect(parts.filter { $0.kind == .feeReturned }.isEmpty == !fee)
        #expect(try await world.differences() == [])
    }
}
