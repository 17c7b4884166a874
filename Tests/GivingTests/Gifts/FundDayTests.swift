import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Amounts of funds by day, and their migration for an older file.
@Suite struct FundDayTests {
    @Test("a gift less its refunds counts on the day of its payment, by the organization's clock")
    func days() async throws {
        let world = try await GivingWorld.make(at: Timestamp("2026-03-01T03:00:00Z"))
        defer { world.remove() }
        try await world.file.write { transaction in
            var organization = try transaction.existingOrganization("Grace")
            organization.timeZone = "America/Chicago"
            try transaction.save(organization)
        }
        let gift = try await world.giving.give(.to())
        world.clock.advance(seconds: 86_400 * 3)
        _ = try await world.giving.give(.to(fund: "13", amount: "10"))
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil)
        for (first, last, expected) in [
            ("2026-02-28", "2026-02-28", ["12: 3000 of 1"]), ("2026-03-01", "2026-03-02", []),
            ("2026-03-03", "2026-03-03", ["13: 1000 of 1"]),
            ("2026-01-01", "2026-12-31", ["12: 3000 of 1", "13: 1000 of 1"]),
        ] {
            #expect(try await totals(first, last, in: world.file) == expected, "\(first)")
        }
    }

    private func totals(_ first: String, _ last: String, in file: any TransactionRunner) async throws
        -> [String]
    {
        let days = try #require(CalendarDate(iso8601: first))...(try #require(CalendarDate(iso8601: last)))
        return try await file.read { transaction in
            try transaction.fundTotals(ofOrganization: "Grace", on: days).map {
                "\($0.fund): \($0.amount.minorUnits) of \($0.gifts)"
            }
        }
    }

    @Test("migrates a file from an earlier version to daily amounts", .sqlite)
    func migrated() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(coversFee: true))
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil)
        world.clock.advance(seconds: 86_400)
        _ = try await world.giving.give(.to(fund: "13", amount: "10"))
        _ = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
        let days = { @Sendable (transaction: Transaction) in
            try transaction.all("SELECT * FROM fund_day ORDER BY 1, 2, 3, 4").map { row in
                let texts: [String] = [row["organization"], row["day"], row["fund"], row["currency"]]
                return texts + ["\(row["amount"] as Int64)", "\(row["gifts"] as Int64)"]
            }
        }
        let before = try await world.file.read(days)
        try await world.file.write { transaction in
            try transaction.run("DROP TABLE fund_day")
            try transaction.run("DELETE FROM migration WHERE name IN ('gifts.2', 'gifts.8')")
        }
        let again = try DatabaseFile.open(at: world.store.sqlite.path, migrations: GivingMigrations.all)
        #expect(try await again.read(days) == before && before.count == 2)
        try again.close()
    }
}
