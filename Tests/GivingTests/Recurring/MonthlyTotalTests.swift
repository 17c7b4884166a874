import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import TestSupport
import Testing

/// The sums of monthly gifts, and the migration that adds their columns.
@Suite struct MonthlyTotalTests {
    @Test("monthly gifts are added up by status and currency")
    func totals() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        for (amount, email) in [("20", "a@example.org"), ("15", "b@example.org"), ("7", "c@example.org")] {
            _ = try await world.giving.give(.to(amount: amount, recurring: true, email: email))
        }
        _ = try await world.giving.give(.to("Hope", amount: "99", recurring: true))
        #expect(try await totals(in: world) == ["active usd 4200 of 3"])
        try await world.file.write { transaction in
            let gifts = try transaction.recurringGifts(
                organization: "Grace", donor: nil, includingDeclined: true, after: nil, limit: 9)
            for (index, gift) in gifts.enumerated() {
                var gift = gift
                switch index {
                case 0: (gift.amount, gift.status) = (Money(700, .eur), .active)
                case 1: (gift.amount, gift.status) = (Money(1_500, .usd), .canceled)
                default: (gift.amount, gift.status) = (Money(2_000, .usd), .pastDue)
                }
                try transaction.save(gift)
            }
        }
        #expect(try await totals(in: world) == ["active eur 700 of 1", "past_due usd 2000 of 1"])
    }

    @Test("monthly gifts of a file from an earlier version are added up, too", .sqlite)
    func migrated() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to(amount: "20", recurring: true))
        let before = try await totals(in: world)
        try await world.file.write { transaction in
            try transaction.run("DROP INDEX recurring_gift_status")
            for column in ["status", "currency", "amount"] {
                try transaction.run("ALTER TABLE recurring_gift DROP COLUMN \(column)")
            }
            try transaction.run("DELETE FROM migration WHERE name = 'recurring.2'")
        }
        let again = try DatabaseFile.open(at: world.store.sqlite.path, migrations: GivingMigrations.all)
        let after = try await again.read(Self.totals)
        try again.close()
        #expect(after == before && before == ["active usd 2000 of 1"])
    }

    private func totals(in world: GivingWorld) async throws -> [String] {
        try await world.file.read(Self.totals)
    }

    private static let totals = { @Sendable (transaction: Transaction) in
        try transaction.monthlyTotals(ofOrganization: "Grace", in: [.active, .pastDue]).map {
            "\($0.status.rawValue) \($0.amount.currency.code) \($0.amount.minorUnits) of \($0.gifts)"
        }
    }
}
