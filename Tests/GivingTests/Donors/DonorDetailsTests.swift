import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Each gift keeps the name that was typed with it, even if others type another name with the same address.
@Suite struct DonorDetailsTests {
    @Test(
        "a receipt has the name typed with its own gift, not with other gifts from the address")
    func receipts() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let names = ["Some Thief", "Pat Example", "Another Thief"]
        var gifts: [Gift] = []
        for name in names {
            gifts.append(try await world.giving.give(.to(amount: "20", name: name)))
            world.clock.advance(seconds: 60)
        }
        #expect(Set(gifts.map(\.donor)).count == 1)
        // A refund issues another receipt.
        _ = try await world.giving.refund(gifts[1].id, amount: "5", reason: nil)
        for (gift, name) in zip(gifts, names) {
            let (kept, receipts) = try await world.file.read {
                (try $0.gift(gift.id), try $0.receipts(ofGift: gift.id))
            }
            #expect(kept?.giver?.name == name)
            #expect(receipts.count == (gift == gifts[1] ? 2 : 1))
            #expect(receipts.allSatisfy { $0.donorName == name })
        }
    }

    @Test("a monthly gift and its later gifts have the name typed with it")
    func monthly() async throws {
        let world = try await GivingWorld.make(at: MonthlyGiftTests.lastOfJanuary)
        defer { world.remove() }
        _ = try await world.giving.give(.to(name: "Some Thief"))
        let first = try await world.giving.give(.to(recurring: true, name: "Pat Example"))
        let id = try #require(first.recurring)
        for month in 1...2 {
            _ = try await world.giving.give(.to(name: "Another Thief"))
            world.clock.advance(
                to: MonthlyAnchor(MonthlyGiftTests.lastOfJanuary).occurrence(month).adding(seconds: 6 * 3600))
            _ = try await world.giving.payments.reconcile()
        }
        _ = try await world.giving.change(id, .amount("60"))
        try await world.file.read { transaction in
            #expect(try transaction.recurring(id)?.giver?.name == "Pat Example")
            let gifts = try transaction.gifts(GiftQuery(recurring: id))
            #expect(gifts.count == 3 && gifts.allSatisfy { $0.giver?.name == "Pat Example" })
            for gift in gifts {
                #expect(try transaction.receipts(ofGift: gift.id).map(\.donorName) == ["Pat Example"])
            }
        }
    }

    @Test("a declined gift paid with another card has the name typed with it")
    func anotherCard() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to(name: "Some Thief"))
        let declined = try await world.giving.give(
            .to(method: "pm_card_visa_chargeDeclined", name: "Pat Example"))
        let gift = try await world.giving.retry(declined.id, method: "pm_card_visa")
        let receipts = try await world.file.read { try $0.receipts(ofGift: gift.id) }
        #expect(gift.status == .succeeded && receipts.map(\.donorName) == ["Pat Example"])
    }

    @Test(
        "a statement has the name of its newest paid gift"
    )
    func statement() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        let first = try await world.giving.give(.to(name: "P. Example"))
        world.clock.advance(seconds: 60)
        _ = try await world.giving.give(.to(name: "Pat Example"))
        world.clock.advance(seconds: 60)
        _ = try await world.giving.give(.to("Hope", name: "Patricia at Hope"))
        _ = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined", name: "Some Thief"))
        let donor = try #require(first.donor)
        for (organization, name) in [("Grace", "Pat Example"), ("Hope", "Patricia at Hope")] {
            let statement = try await world.giving.statement(to: organization, of: .id(donor), year: 2026)
            #expect(statement.donorName == name)
        }
        let totals = try await world.file.read { try $0.totals(ofDonor: donor) }
        #expect(totals.map(\.name) == ["Pat Example", "Patricia at Hope"])
        // A refund of an older gift does not change the name.
        _ = try await world.giving.refund(first.id, amount: nil, reason: nil)
        #expect(try await world.file.read { try $0.totals(ofDonor: donor) }.map(\.name) == totals.map(\.name))
    }

    @Test("a donor's totals have the newest name and phone number for each organization")
    func phones() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(name: "Pat Example", phone: "+1 202 555 0143"))
        world.clock.advance(seconds: 60)
        _ = try await world.giving.give(.to(name: "Pat Example"))
        #expect(gift.giver?.phone == "+1 202 555 0143")
        let totals = try await world.file.read { try $0.totals(ofDonor: gift.donor ?? "") }
        #expect(totals.map(\.name) == ["Pat Example"] && totals.map(\.phone) == [nil])
    }

    @Test("no table has a forgotten donor's names and phone numbers")
    func forgotten() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        let (names, phone) = (["Petronella One", "Quirinus Two", "Rosamunde Three"], "+1 202 555 0143")
        _ = try await world.giving.give(.to(name: names[0], phone: phone))
        _ = try await world.giving.give(.to("Hope", recurring: true, name: names[1], phone: phone))
        _ = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined", name: names[2]))
        let typed = names + [phone, "petronella", "quirinus", "rosamunde", "donor@example.org"]
        for text in typed { #expect(try await !world.places(of: text).isEmpty, "\(text) was kept") }
        _ = try await world.giving.forget(.email("donor@example.org"))
        for text in typed { #expect(try await world.places(of: text) == [], "\(text)") }
    }
}

extension GivingWorld {
    /// All columns, and SQL for the text of each.
    private static let columns = """
        SELECT tables.name AS kind, columns.name AS name, 'CAST("' || columns.name || '" AS TEXT)' AS content
        FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' ORDER BY 1, 2
        """
    private static let postgresColumns = """
        SELECT CAST(table_name AS TEXT) AS kind, CAST(column_name AS TEXT) AS name,
          CASE data_type WHEN 'bytea' THEN 'encode("' || column_name || '", ''escape'')'
          ELSE 'CAST("' || column_name || '" AS TEXT)' END AS content
        FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, 2
        """

    /// Returns the columns that contain a text.
    fileprivate func places(of text: String) async throws -> [String] {
        try await file.read { transaction in
            let columns = try transaction.all(TestStore.isPostgres ? Self.postgresColumns : Self.columns)
            return try columns.compactMap { column in
                let (table, name): (String, String) = (column["kind"], column["name"])
                let content: String = column["content"]
                let found: Int? = try transaction.value(
                    "SELECT COUNT(*) FROM \"\(table)\" WHERE REPLACE(\(content), ?1, '') <> \(content)",
                    [text])
                return found == 0 ? nil : "\(table).\(name)"
            }
        }
    }
}
