import Bookings
import DataFolderKit
import DatabaseKit
import Foundation
import Giving
import MoneyKit
import Payees
import PaymentCore
import TestSupport
import Testing
import TimeKit

/// Files that past commits wrote, dumped in `fixtures/databases`: their contents are read unchanged.
@Suite struct PastCommitTests {
    private func migrated<Value: Sendable>(
        _ commit: String, _ read: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let scratch = try Scratch()
        let dump = SharedFixtures.projectFolder.appending(path: "fixtures/databases/\(commit).sql")
        try EarlierFile.load(dump, at: scratch.path)
        let file = try DatabaseFile.open(at: scratch.path, migrations: DataFolder.migrations)
        #expect(try await file.checkIntegrity() == [])
        let new = try await scratch.newSchema()
        #expect(try await file.read { try FileSchema($0).differences(from: new) } == [])
        let value = try await file.read(read)
        try file.close()
        return value
    }

    @Test(
        "reads a past commit's gift with its donor, ledger postings, receipt and notice",
        arguments: ["ad9cac7d", "28fb6286", "0301e7a5"])
    func gift(commit: String) async throws {
        try await migrated(commit) { transaction in
            let gift = try #require(try transaction.gift("gift_1mnmb0g9gyxwqzeqwmsf"))
            #expect(gift.status == .succeeded)
            #expect(gift.amount == Money(50_00, .usd) && gift.total == Money(51_80, .usd))
            #expect(gift.giver?.name == "A Donor" && gift.fundName == "Missions" && gift.timeZone == "UTC")
            #expect(gift.day.iso8601 == "2026-01-04" && gift.listedOn == gift.day)
            var query = GiftQuery(organization: "Grace")
            (query.sinceDay, query.untilDay) = (gift.day, gift.day)
            #expect(try transaction.gifts(query).contains(gift))

            let known = try #require(gift.donor)
            let donor = try #require(try transaction.donor(known))
            #expect(donor.email == "donor@example.org")
            #expect(try transaction.donors(named: "donor", organization: "Grace", limit: 9) == [donor.id])
            #expect(try transaction.totals(ofDonor: donor.id).map(\.name) == ["A Donor"])

            let paid = try #require(gift.payment)
            let payment = try #require(try transaction.payment(paid))
            #expect(payment.state == .succeeded && payment.settlement == .released)
            let postings = try transaction.postings(ofPayment: payment.id, limit: 9)
            #expect(postings.map(\.posting.kind) == [.charge])
            let amounts = postings.flatMap(\.posting.entries).map(\.amount.minorUnits)
            #expect(amounts == [5180, -5000, -180, 180, -180])
            #expect(try transaction.ledgerCheck().problems == [])

            let receipts = try transaction.receipts(ofGift: gift.id)
            #expect(receipts.map(\.number.text) == ["T-Grace-2026-000001"])
            #expect(receipts.first?.total == gift.total && receipts.first?.donorName == "A Donor")
            let number = try #require(ReceiptNumber("T-Grace-2026-000001"))
            #expect(try transaction.receipt(number) == receipts.first)
            #expect(try transaction.receiptProblems() == [])

            let notices = try transaction.waitingNotices(kind: "receipt", after: "", limit: 9)
            #expect(notices.map(\.subject) == [gift.id])
            #expect(try transaction.organization("Grace")?.displayName == "Grace Church")
        }
    }

    @Test("reads a past commit's payee of bookings, and a job with held money")
    func booking() async throws {
        try await migrated("28fb6286") { transaction in
            let payee = try #require(try transaction.payeeProfile("drv_1mqshvgbzj26205zr7j2"))
            #expect(payee.name == "Dana Driver" && payee.account == "acct_00000004L9O20sU9eyFlReRT")
            let job = try #require(try transaction.bookingJob("job_1mqshvg47v1bwn2bb2dp"))
            #expect(job.status == .completed && job.settlement == .held)
            let earnings = try transaction.earnings(
                by: payee.id, in: .earliest ..< .latest, after: nil, limit: 9)
            #expect(earnings.map(\.amount) == [Money(120_00, .usd)])
            #expect(earnings.map(\.address) == ["12 Elm Street"])
        }
    }

    @Test("sets a past commit's monthly gift to its stated day next")
    func monthly() async throws {
        try await migrated("0301e7a5") { transaction in
            let monthly = try #require(try transaction.recurring("rec_1mnmb0g12tv8zz68fxqq"))
            #expect(monthly.status == .active && monthly.giver?.name == "A Donor")
            let gift = try #require(try transaction.gift(monthly.firstGift))
            #expect(gift.recurring == monthly.id && gift.fundName == "Missions")
            let due = try transaction.dueSchedules(before: Timestamp(seconds: 1), limit: 9)
            #expect(due.map(\.subject) == [monthly.id])
        }
    }
}
