import DatabaseKit
import Giving
import MoneyKit
import PaymentCore
import SimulationKit
import Testing

@Suite struct PayoutMatchTests {
    @Test("every payout is the sum of what became available since the one before it")
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
                let matched = match.lines.filter { $0.kind == "payment" }.compactMap(\.payment)
                #expect(matched == gifts.compactMap(\.payment))
            }
        }
        #expect(Set(seen).count == seen.count, "nothing is paid out twice")
        #expect(paid > 0)
        await #expect(throws: PaymentError.self) {
            try await world.giving.payments.match(payout: "po_0")
        }
    }

    @Test("a payout run finds nothing a second time")
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
}
