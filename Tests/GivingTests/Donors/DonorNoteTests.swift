import DatabaseKit
import DisplayKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import Testing
import TimeKit

/// Notes of organizations' staff about donors.
@Suite struct DonorNoteTests {
    let file: RecordsFile

    init() throws { file = try RecordsFile() }

    private func note(_ organization: String = "Grace") async throws -> DonorNote? {
        try await file.database.read { try $0.note(aboutDonor: "donor_1", organization: organization) }
    }

    /// Changes the note, as a form that was opened with the note's current version does.
    @discardableResult
    private func change(
        to text: String, _ organization: String = "Grace", by author: String = "staff_1",
        at seconds: Int64 = 1,
        replacing version: String? = nil
    ) async throws -> DonorNote.Change {
        let current = try await note(organization)?.version ?? ""
        return try await file.write { transaction in
            try transaction.changeNote(
                aboutDonor: "donor_1", organization: organization, to: text, replacing: version ?? current,
                by: author,
                at: Timestamp(seconds: seconds))
        }
    }

    @Test("a note is kept for each organization, with its author and time, until it is emptied")
    func keeps() async throws {
        try await change(to: "Calls on Mondays.\r\nLikes tea. ")
        try await change(to: "Ours", "Hope", by: "staff_2")
        #expect(try await note()?.text == "Calls on Mondays.\nLikes tea.")
        try await change(to: "Moved", by: "staff_3", at: 5)
        let moved = try #require(try await note())
        #expect(moved.text == "Moved" && moved.author == "staff_3" && moved.changed == Timestamp(seconds: 5))
        #expect(try await change(to: " \n ") == .saved)
        #expect(try await note() == nil)
        #expect(try await note("Hope")?.text == "Ours")
    }

    @Test("a note that another member changed in the meantime is not replaced, unless the text is the same")
    func conflict() async throws {
        try await change(to: "First")
        let opened = try #require(try await note()).version
        try await change(to: "Second", by: "staff_2", at: 2)
        #expect(try await change(to: "Third", at: 3, replacing: opened) == .conflict)
        #expect(try await change(to: "Third", at: 3, replacing: "") == .conflict)
        #expect(try await note()?.text == "Second")
        #expect(try await change(to: "Second", at: 3, replacing: opened) == .saved)
        #expect(try await note()?.author == "staff_2")
    }

    @Test("a text that is too long or contains hidden characters is refused")
    func refused() async throws {
        let most = String(repeating: "é", count: DonorNote.longest)
        try await change(to: most)
        for text in [most + "x", "a\u{202E}b", "a\u{0}b"] {
            await #expect(throws: DisplayTextError.self) { try await change(to: text) }
        }
        #expect(try await note()?.text == most)
    }

    @Test("an export contains the notes about a donor, and forgetting the donor deletes them")
    func forgotten() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        let donor = try #require(gift.donor)
        _ = try await world.file.write { transaction in
            try transaction.changeNote(
                aboutDonor: donor, organization: "Grace", to: "Likes tea", replacing: "", by: "staff_1",
                at: GivingWorld.start)
        }
        #expect(try await world.giving.export(.id(donor)).notes.map(\.text) == ["Likes tea"])
        _ = try await world.giving.forget(.id(donor))
        #expect(try await world.file.read { try $0.note(aboutDonor: donor, organization: "Grace") } == nil)
    }
}

/// A donor's totals for each year.
@Suite struct DonorYearTests {
    @Test("a year's total is the gifts paid in it, less refunds and without covered fees")
    func years() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        let first = try await world.giving.give(.to(coversFee: true))
        _ = try await world.giving.give(.to(amount: "20"))
        _ = try await world.giving.give(.to("Hope", amount: "70"))
        _ = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
        world.clock.advance(seconds: 365 * 86_400)
        _ = try await world.giving.give(.to(amount: "5"))
        _ = try await world.giving.refund(first.id, amount: "30", reason: nil)
        let donor = try #require(first.donor)
        let years = try await world.file.read {
            try $0.totals(ofDonor: donor, organization: "Grace", years: 2025...2027)
        }
        #expect(years.map(\.year) == [2027, 2026, 2025])
        #expect(years.map(\.gifts) == [1, 2, 0])
        #expect(years[0].amounts == [Money(5_00, .usd)] && years[2].amounts.isEmpty)
        let covered = try #require(try await world.file.read { try $0.gift(first.id) })
        #expect(years[1].amounts == [Money(20_00 + covered.countedMinor, .usd)])
    }
}
