import DatabaseKit
import TestSupport
import Testing
import TimeKit

@testable import Giving

@Suite struct DonorRecordsTests {
    let file: RecordsFile

    init() throws { file = try RecordsFile() }

    @Test("finds a donor by id, and by address in any case")
    func found() async throws {
        let donor = Samples.donor()
        try await file.write { try $0.save(donor) }
        #expect(try await file.write { try $0.donor("donor_1") } == donor)
        let typed = try #require(EmailAddress(" DONOR_1@Example.org"))
        #expect(try await file.write { try $0.donor(email: typed) } == donor)
        let other = try #require(EmailAddress("donor_2@example.org"))
        #expect(try await file.write { try $0.donor(email: other) } == nil)
    }

    @Test("refuses a second donor with the same address")
    func unique() async throws {
        let first = Samples.donor()
        let second = Donor(id: "donor_2", email: "DONOR_1@example.org", created: Samples.now)
        try await file.write { try $0.save(first) }
        await #expect(throws: DatabaseKit.DatabaseFileError.self) {
            try await file.write { try $0.save(second) }
        }
    }

    @Test("reports all invalid fields without repeating their contents")
    func wrong() throws {
        let error = #expect(throws: DirectoryError.self) {
            _ = try DonorDetails(name: "sec\u{202E}ret", email: "secret", phone: "sec\u{0}ret")
        }
        #expect(error?.problems.map(\.field) == [.name, .email, .phone])
        let sentences = [error?.summary, error?.reason, error?.remedy].compactMap { $0 }.joined()
        #expect(!sentences.contains("sec"))
    }

    @Test("pasted direction marks, no-break spaces and hyphens do not reach the stored details")
    func pasted() throws {
        let details = try DonorDetails(
            name: " \u{200E}A Donor\u{200F} ", email: "a@example.org",
            phone: "\u{2066}+44\u{202F}20\u{2010}7946\u{2212}0018\u{2069}")
        #expect(details.name == "A Donor" && details.phone == "+44 20-7946-0018")
        #expect(throws: DirectoryError.self) {
            _ = try DonorDetails(name: "A\u{200E}Donor", email: "a@example.org")
        }
        #expect(throws: DirectoryError.self) {
            _ = try DonorDetails(name: "\u{200E}", email: "a@example.org")
        }
    }

    @Test("a donor needs no phone number")
    func noPhone() throws {
        for phone in [nil, ""] {
            #expect(try DonorDetails(name: "A Donor", email: "a@example.org", phone: phone).phone == nil)
        }
    }

    @Test(
        "forgetting removes name, address and phone from a donor and all receipts, and keeps receipt numbers"
    )
    func forget() async throws {
        let (donor, other) = (Samples.donor(), Samples.donor("donor_2"))
        let another = try Samples.giver("donor_2", "Another")
        let organization = try Samples.organization()
        try await file.write { transaction in
            try transaction.save(donor)
            try transaction.save(other)
            for number in 1...450 {
                var gift = Samples.gift("gift_\(number)")
                if number == 7 { (gift.donor, gift.giver) = (other.id, another) }
                _ = try transaction.updateReceipt(
                    of: gift, fund: Samples.fund(), organization: organization, at: Samples.now)
            }
            _ = try transaction.updateReceipt(
                of: Samples.gift("gift_1").refunded(100), fund: Samples.fund(), organization: organization,
                at: Samples.now)
        }
        let erasure = try await file.write { try $0.forgetDonor("donor_1") }
        #expect(erasure == DonorErasure(donor: "donor_1", receipts: 450))
        #expect(try await file.write { try $0.donor("donor_1") } == nil)
        let series = try await file.write {
            try $0.receipts(organization: "WoodlandsChurch", year: 2026, after: 0, limit: 1000)
        }
        #expect(series.map(\.number.position) == (1...451).map { Int64($0) })
        #expect(series.filter { !$0.donorName.isEmpty || !$0.donorEmail.isEmpty }.map(\.gift) == ["gift_7"])
        #expect(series.filter { $0.donor != nil }.map(\.gift) == ["gift_7"])
        #expect(try await file.write { try $0.receiptProblems() } == [])
        // No name is left in the tables.
        let named: Int? = try await file.write {
            try $0.value(
                "SELECT COUNT(*) FROM receipt WHERE \(TestStore.text(ofBytes: "body")) LIKE '%A Donor%'")
        }
        #expect(named == 0)
    }

    @Test("refuses to forget an unknown donor")
    func notThere() async throws {
        let error = await #expect(throws: DirectoryError.self) {
            _ = try await file.write { try $0.forgetDonor("donor_9") }
        }
        #expect(error?.code == .notFound && error?.field == .donor)
    }

    @Test("an export has all gifts in order, and the statement years by the organization's clock")
    func export() throws {
        var declined = Samples.gift("gift_3")
        (declined.status, declined.paidAt) = (.failed, nil)
        let gifts = [
            Samples.gift("gift_2", paidAt: Timestamp("2027-01-01T06:00:00Z")),
            Samples.gift("gift_1", paidAt: Timestamp("2027-01-01T05:00:00Z")), declined,
        ]
        let export = DonorExport(
            Samples.donor(), gifts: gifts, monthlyGifts: [], receipts: [])
        #expect(export.gifts.map(\.id) == ["gift_3", "gift_1", "gift_2"])
        #expect(export.statements.map(\.year) == [2026, 2027])
        #expect(export.statements.allSatisfy { $0.organization == "WoodlandsChurch" })
    }
}
