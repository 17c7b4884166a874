import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Testing
import TimeKit

/// Counters and totals that are divided into slots.
@Suite struct SlotTests {
    /// The counters and totals that pages show.
    struct Sums: Equatable {
        let counts: [[Gift.Status: Int]]
        let refused: [Int]
        let totals: [FundTotal]
        let daily: [FundTotal]

        init(_ transaction: Transaction) throws {
            counts = try ["Grace", nil].map { try transaction.giftCounts(ofOrganization: $0) }
            refused = try ["Grace", nil].map { try transaction.refusedGiftCount(ofOrganization: $0) }
            totals = try transaction.fundTotals(ofOrganization: "Grace")
            let (first, last) = (CalendarDate(iso8601: "2020-01-01"), CalendarDate(iso8601: "2040-01-01"))
            daily = try transaction.fundTotals(
                ofOrganization: "Grace", on: try #require(first)...(try #require(last)))
        }
    }

    @Test("counters and totals are sums over their slots, and change in any slot")
    func sums() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(coversFee: true))
        _ = try await world.giving.give(.to(fund: "13", amount: "10"))
        _ = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
        let (before, after) = try await world.file.write { transaction in
            let before = try Sums(transaction)
            try transaction.run("UPDATE gift_count SET gifts = gifts - 5")
            try transaction.run(
                "INSERT INTO gift_count SELECT organization, status, 100 + slot, 5 FROM gift_count")
            for (table, key) in [
                ("fund_total", "organization, fund, currency"),
                ("fund_day", "organization, day, fund, currency"),
            ] {
                try transaction.run("UPDATE \(table) SET amount = amount - 90000, gifts = gifts - 5")
                try transaction.run("INSERT INTO \(table) SELECT \(key), 100 + slot, 90000, 5 FROM \(table)")
            }
            return (before, try Sums(transaction))
        }
        #expect(before == after && before.counts[0][.succeeded] == 2 && before.totals.count == 2)
        _ = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        let refunded = try await world.file.read { try Sums($0) }
        #expect(refunded.counts[0][.succeeded] == 1 && refunded.counts[0][.refunded] == 1)
        let total = refunded.totals.first { $0.fund == "12" }
        #expect(total?.amount.minorUnits == 0)
        #expect(refunded.totals == refunded.daily)
    }
}
