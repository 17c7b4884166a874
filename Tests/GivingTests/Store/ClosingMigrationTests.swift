import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Migration of a file in which gifts had no time zone (M-3).
@Suite struct ClosingMigrationTests {
    @Test("a gift gets the time zone and fund name of its receipt, or else the current ones", .sqlite)
    func migrated() async throws {
        let world = try await GivingWorld.make(at: Timestamp("2027-01-01T05:30:00Z"))
        defer { world.remove() }
        let start = world.clock.now
        try await world.file.write { transaction in
            var fields = OrganizationFields()
            fields.timeZone = "America/Chicago"
            _ = try transaction.editOrganization("Grace", fields, at: start.adding(seconds: -1))
        }
        let paid = try await world.giving.give(.to())
        let back = try await world.giving.give(.to(fund: "13"))
        let declined = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
        world.clock.advance(seconds: 60)
        // An earlier version used the current time zone for a reissued receipt.
        try await world.file.write { transaction in
            for statement in [
                "UPDATE gift SET body = CAST(json_remove(CAST(body AS TEXT), '$.timeZone', '$.fundName') AS BLOB)",
                "ALTER TABLE gift DROP COLUMN day", "DROP TABLE closed_month", "DROP TABLE closed_gift",
                "DROP TABLE late_change", "DELETE FROM migration WHERE name = 'closing.1'",
                "UPDATE organization SET body = CAST(json_set(CAST(body AS TEXT), '$.timeZone', 'Asia/Tokyo') AS BLOB)",
                "UPDATE fund SET body = CAST(json_set(CAST(body AS TEXT), '$.name', 'Renamed') AS BLOB)",
            ] { try transaction.run(statement) }
        }
        let again = try DatabaseFile.open(at: world.store.sqlite.path, migrations: GivingMigrations.all)
        try await again.read { transaction in
            let expected = [
                (paid.id, "America/Chicago", "Fund 12", "2026-12-31"),
                (back.id, "America/Chicago", "Fund 13", "2026-12-31"),
                (declined.id, "Asia/Tokyo", "Renamed", "2027-01-01"),
            ]
            for (id, zone, fund, day) in expected {
                let gift = try #require(try transaction.gift(id))
                #expect(gift.timeZone == zone && gift.fundName == fund && gift.madeOn.iso8601 == day)
                var query = GiftQuery(organization: "Grace")
                (query.sinceDay, query.untilDay) = (gift.madeOn, gift.madeOn)
                #expect(try transaction.gifts(query).contains { $0.id == id })
            }
        }
        try again.close()
    }

    @Test(
        "a gift that became known after its month was closed stays listed on the day of its booking", .sqlite)
    func listed() async throws {
        let world = try await GivingWorld.make(at: Timestamp("2026-11-03T12:00:00Z"))
        defer { world.remove() }
        let (known, paid) = (try await world.giving.give(.to()), try await world.giving.give(.to()))
        try await world.file.write { transaction in
            for (gift, day) in [(known.id, "2026-11-05"), (paid.id, "2026-11-03")] {
                try transaction.run(
                    """
                    UPDATE gift SET day = ?, body =
                      CAST(json_set(CAST(body AS TEXT), '$.bookedOn', '2026-11-05') AS BLOB) WHERE id = ?
                    """, [day, gift])
                try transaction.run(
                    """
                    INSERT INTO closed_gift (gift, month, status, body)
                    SELECT id, '2026-11', status, body FROM gift WHERE id = ?
                    """, [gift])
            }
            // The earlier version listed such a gift as a late change, too.
            for (number, gift) in [(1, known.id), (2, paid.id)] {
                for kind in ["payment", "refund"] {
                    try transaction.run(
                        """
                        INSERT INTO late_change (id, organization, gift, body)
                        VALUES (?, 'Grace', ?, CAST(json_object('kind', ?) AS BLOB))
                        """, ["\(kind)\(number)", gift, kind])
                }
            }
            try transaction.run("DELETE FROM migration WHERE name = 'closing.2'")
        }
        let again = try DatabaseFile.open(at: world.store.sqlite.path, migrations: GivingMigrations.all)
        let november = try #require(CalendarMonth(iso8601: "2026-11"))
        try await again.read { transaction in
            for (id, day) in [(known.id, "2026-11-05"), (paid.id, "2026-11-03")] {
                for gift in [try transaction.gift(id), try transaction.gift(id, asClosedIn: november)] {
                    #expect(gift?.listedOn.iso8601 == day && gift?.day.iso8601 == "2026-11-05")
                }
            }
            let late: [String] = try transaction.all("SELECT id FROM late_change ORDER BY id") { $0[0] }
            #expect(late == ["payment2", "refund1", "refund2"])
        }
        try again.close()
    }
}
