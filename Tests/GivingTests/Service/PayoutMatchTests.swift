import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing

@Suite struct PayoutMatchTests {
    @Test("every payout is the sum of the amounts that became available since the previous one")
    func matches() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        var seen: [String] = []
        var paid: Int64 = 0
        for week in 0..<5 {
            var gifts: [Gift] = []
            for amount in 1...3 {
                gifts.append(try await world.giving.give(.to(amount: "\(10 * (week + amount))")))
                world.clock.advance(seconds: 86_400)
            }
            _ = try await world.giving.refund(gifts[0].id, amount: "5", reason: nil)
            world.clock.advance(seconds: 4 * 86_400)
            for payout in try await world.giving.payments.payOut(to: account) {
                let match = try await world.giving.payments.match(payout: payout.id)
                #expect(match.differenceMinor == 0)
                #expect(match.payout == payout)
                seen += match.lines.map(\.id)
                paid += payout.amount.minorUnits
                let parts = match.lines.flatMap(\.parts)
                #expect(match.lines.allSatisfy { !$0.parts.isEmpty }, "every line is explained")
                #expect(
                    parts.filter { $0.kind == .payment }.compactMap(\.payment) == gifts.compactMap(\.payment))
                for kind in [PayoutPart.Kind.refund, .feeReturned, .refundFee] {
                    #expect(parts.filter { $0.kind == kind }.map(\.payment) == [gifts[0].payment], "\(kind)")
                }
                for line in match.lines {
                    #expect(line.parts.reduce(0) { $0 + $1.amountMinor } == line.amountMinor)
                }
                let found = try await world.giving.payments.payout(ofPayment: gifts[1].payment ?? "")
                #expect(found == payout)
            }
        }
        #expect(Set(seen).count == seen.count, "no amount is paid out twice")
        #expect(paid > 0)
        await #expect(throws: PaymentError.self) {
            try await world.giving.payments.match(payout: "po_0")
        }
    }

    @Test(
        "a gift's payout is unknown without the processor's response, and a closed database is an error")
    func knownPayout() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        world.clock.advance(seconds: 7 * 86_400)
        let payout = try #require(try await world.giving.payments.payOut(to: world.account()).first)
        #expect(try await world.giving.knownPayout(of: gift) == payout)
        let rules = (1...9).map { ProcessorFaultPlan.Rule(.read, $0, .requestLost) }
        let deaf = world.service(
            over: FaultyProcessor(world.processor, ProcessorFaultPlan(rules: rules)) { _ in })
        await #expect(throws: PaymentError.self) {
            try await deaf.payments.payout(ofPayment: gift.payment ?? "")
        }
        #expect(try await deaf.knownPayout(of: gift) == nil)
        try world.store.close()
        await #expect(throws: DatabaseFileError.self) { try await world.giving.knownPayout(of: gift) }
    }

    @Test("a second payout run pays nothing")
    func paysOnce() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        _ = try await world.giving.give(.to())
        #expect(try await world.giving.payments.payOut(to: account).isEmpty)
        world.clock.advance(seconds: 7 * 86_400)
        #expect(try await world.giving.payments.payOut(to: account).count == 1)
        #expect(try await world.giving.payments.payOut(to: account).isEmpty)
    }

    @Test("a payout's lines name the gift of a lost dispute and of its fee")
    func dispute() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        let lost = try await world.giving.give(.to(method: "pm_card_createDispute"))
        _ = try await world.giving.give(.to(amount: "90"))
        try await world.settle()
        let dispute = try #require(try await world.file.read { try $0.openDisputes(limit: 1).first })
        try await world.giving.payments.submit(evidence: "losing_evidence", for: dispute.id)
        try await world.settle(seconds: 7 * 86_400)
        let payout = try #require(try await world.giving.payments.payOut(to: account).first)
        let match = try await world.giving.payments.match(payout: payout.id)
        #expect(match.differenceMinor == 0)
        let parts = match.lines.flatMap(\.parts).filter { $0.kind != .payment }
        #expect(Set(parts.map(\.payment)) == [lost.payment])
        #expect(parts.filter { $0.kind == .disputeFee }.reduce(0) { $0 + $1.amountMinor } == -1_500)
        #expect(parts.filter { $0.kind == .dispute }.reduce(0) { $0 + $1.amountMinor } == -5_000)
        #expect(parts.count { $0.kind != .disputeFee && $0.kind != .dispute } == 0)
    }

    @Test("a gift has no payout before one is made, and a declined gift never has one")
    func noPayout() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        let early = try await world.giving.give(.to(method: "pm_card_bypassPending"))
        world.clock.advance(seconds: 3_600)
        let first = try #require(try await world.giving.payments.payOut(to: account).first)
        let late = try await world.giving.give(.to(method: "pm_card_bypassPending"))
        let declined = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
        let payments = world.giving.payments
        #expect(try await payments.payout(ofPayment: early.payment ?? "")?.id == first.id)
        #expect(try await payments.payout(ofPayment: late.payment ?? "") == nil)
        #expect(try await payments.payout(ofPayment: declined.payment ?? "") == nil)
        #expect(try await payments.payout(ofPayment: "pay_0") == nil)
    }
}
