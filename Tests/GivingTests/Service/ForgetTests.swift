import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
@testable import PaymentCore
import Processor
import Testing
import TimeKit

@Suite struct ForgetTests {
    @Test("forgetting a donor removes them everywhere and leaves the books unchanged")
    func forgets() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let once = try await world.giving.give(.to(key: "k1"))
        let monthly = try await world.giving.give(.to(recurring: true))
        let other = try await world.giving.give(.to(email: "other@example.org"))
        let postings = try await world.file.read { try $0.postings(after: 0, limit: 100) }

        let forgotten = try await world.giving.forget(.email("DONOR@example.org"))
        #expect(forgotten.gifts == 2)
        #expect(forgotten.erasure.receipts == 2)
        #expect(forgotten.monthlyGiftsEnded == 1)
        #expect(forgotten.customersDeleted == 2)

        let donor = try #require(once.donor)
        try await world.file.read { transaction in
            #expect(try transaction.donor(donor) == nil)
            #expect(try transaction.gifts(GiftQuery(donor: donor)).isEmpty)
            #expect(try transaction.gift(once.id)?.donor == nil)
            #expect(try transaction.gift(other.id)?.donor == other.donor)
            let recurring = try transaction.recurring(monthly.recurring ?? "")
            #expect(recurring?.donor == nil)
            #expect(recurring?.status == .canceled)
            #expect(try transaction.receipts(ofGift: once.id).map(\.donorName) == [""])
            #expect(try transaction.declines(since: .init(seconds: 0), of: .email("donor@example.org")) == 0)
            #expect(try transaction.request("k1", since: .init(seconds: 0))?.fingerprint == "")
            #expect(try transaction.openCalls(limit: 10).isEmpty)
            #expect(try transaction.postings(after: 0, limit: 100) == postings)
            #expect(try transaction.ledgerCheck().isBalanced)
        }
        await #expect(throws: GivingError.self) { try await world.giving.give(.to(key: "k1")) }
        await #expect(throws: GivingError.self) {
            try await world.giving.export(.email("donor@example.org"))
        }
    }

    @Test("the year's statement has each gift less its refunds, and the export has all gifts and receipts")
    func statesAndExports() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let covered = try await world.giving.give(.to(coversFee: true))
        _ = try await world.giving.give(.to(amount: "20"))
        _ = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
        _ = try await world.giving.refund(covered.id, amount: "20", reason: nil)

        let statement = try await world.giving.statement(
            to: "grace", of: .email("donor@example.org"), year: 2026)
        #expect(statement.lines.count == 2)
        #expect(statement.sum.total == Money(51_80 - 20_00 + 20_00, .usd))
        let earlier = try await world.giving.statement(
            to: "Grace", of: .id(covered.donor ?? ""), year: 2025)
        #expect(earlier.lines.isEmpty)

        let export = try await world.giving.export(.email("donor@example.org"))
        #expect(export.gifts.count == 3)
        #expect(export.receipts.map(\.state) == [.void, .issued, .issued])
        #expect(export.statements.map(\.year) == [2026])
    }
}
