import DatabaseKit
import GRDB
import MoneyKit
import PaymentCore
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import Giving

@Suite struct ReceiptUpdateTests {
    let file: RecordsFile

    init() throws { file = try RecordsFile() }

    func update(_ gift: Gift, at time: Timestamp = Samples.now) async throws -> Receipt? {
        let organization = try Samples.organization(gift.organization)
        return try await file.write {
            try $0.updateReceipt(of: gift, fund: Samples.fund(), organization: organization, at: time)
        }
    }

    func receipts(of gift: String) async throws -> [Receipt] {
        try await file.write { try $0.receipts(ofGift: gift) }
    }

    @Test("a paid gift gets one receipt, however often it is updated")
    func issuedOnce() async throws {
        let first = try #require(try await update(Samples.gift()))
        #expect(first.number.text == "T-WoodlandsChurch-2026-000001")
        #expect(first.total == Money(5_180, .usd) && first.coveredFeeMinor == 180)
        #expect(first.donorName == "A Donor" && first.fundName == "Building")
        #expect(first.issuer.taxID == "12-3456789")
        for _ in 1...3 { #expect(try await update(Samples.gift()) == first) }
        #expect(try await receipts(of: "gift_1") == [first])
        #expect(try await file.write { try $0.receipt(first.number) } == first)
        #expect(try await update(Samples.gift("gift_2"))?.number.position == 2)
    }

    @Test(
        "an unpaid or fully refunded gift gets no receipt",
        arguments: [Gift.Status.processing, .requiresAction, .failed, .canceled, .needsReview, .refunded])
    func notPaid(status: Gift.Status) async throws {
        var gift = Samples.gift()
        gift.status = status
        #expect(try await update(gift) == nil)
        #expect(try await update(Samples.gift("gift_2"))?.number.position == 1)
    }

    @Test("a partial refund voids the receipt, and a new one replaces it over the remaining amount")
    func partialRefund() async throws {
        let first = try #require(try await update(Samples.gift()))
        let later = Timestamp("2026-03-05T18:00:00Z")
        let second = try #require(try await update(Samples.gift().refunded(2_000), at: later))
        #expect(second.number.text == "T-WoodlandsChurch-2026-000002")
        #expect(second.total == Money(3_180, .usd))
        #expect(second.refundedMinor == 2_000 && second.coveredFeeMinor == 180)
        #expect(second.replaces == first.number && second.revision == 2)
        let kept = try await receipts(of: "gift_1")
        #expect(kept.map(\.state) == [.void, .issued])
        #expect(kept[0].replacedBy == second.number && kept[0].voided == later)
        #expect(kept[0].total == first.total)
        #expect(try await update(Samples.gift().refunded(2_000), at: later) == second)
    }

    @Test("a full refund voids the receipt without replacement, and its number stays taken")
    func fullRefund() async throws {
        let first = try #require(try await update(Samples.gift()))
        #expect(try await update(Samples.gift().refunded(5_180)) == nil)
        let kept = try await receipts(of: "gift_1")
        #expect(kept.map(\.state) == [.void] && kept[0].replacedBy == nil && kept[0].number == first.number)
        #expect(try await update(Samples.gift("gift_2"))?.number.position == 2)
    }

    @Test("a lost dispute voids the receipt, and a won one issues a new receipt that replaces it")
    func dispute() async throws {
        let first = try #require(try await update(Samples.gift()))
        var disputed = Samples.gift()
        disputed.status = .disputed
        #expect(try await update(disputed) == first)
        disputed.countedMinor = 0
        #expect(try await update(disputed) == nil)
        #expect(try await update(Samples.gift())?.replaces == first.number)
        #expect(try await receipts(of: "gift_1").map(\.state) == [.void, .issued])
    }

    @Test("the number's year is the year of issue, by the organization's clock")
    func years() async throws {
        let lastHour = Timestamp("2027-01-01T05:59:59Z")
        let first = try await update(Samples.gift("gift_1", paidAt: lastHour), at: lastHour)
        #expect(first?.number.text == "T-WoodlandsChurch-2026-000001")
        #expect(first?.date.iso8601 == "2026-12-31")
        let late = try await update(
            Samples.gift("gift_2", paidAt: lastHour), at: lastHour.adding(seconds: 1))
        #expect(late?.number.text == "T-WoodlandsChurch-2027-000001")
        #expect(late?.date.iso8601 == "2026-12-31")
    }

    @Test("a failed transaction does not use up a number")
    func failedUnit() async throws {
        struct Failure: Error {}
        let organization = try Samples.organization()
        await #expect(throws: Failure.self) {
            try await file.write { transaction -> Void in
                _ = try transaction.updateReceipt(
                    of: Samples.gift(), fund: Samples.fund(), organization: organization, at: Samples.now)
                throw Failure()
            }
        }
        #expect(try await update(Samples.gift("gift_2"))?.number.position == 1)
        #expect(try await file.write { try $0.receiptProblems() } == [])
    }

    @Test("a new receipt of a forgotten donor has no name")
    func forgotten() async throws {
        var gift = Samples.gift()
        (gift.donor, gift.giver) = (nil, nil)
        let receipt = try await update(gift)
        #expect(receipt?.donorName == "" && receipt?.donorEmail == "")
    }

    @Test("reports a missing receipt number")
    func problems() async throws {
        for number in 1...3 { _ = try await update(Samples.gift("gift_\(number)")) }
        #expect(try await file.write { try $0.receiptProblems() } == [])
        try await file.write { try $0.run("DELETE FROM receipt WHERE position = 2") }
        #expect(
            try await file.write { try $0.receiptProblems() }
                == [
                    "the receipts of WoodlandsChurch in 2026 should have the numbers 1 to 3 without gaps, but 2 receipts are stored"
                ])
    }

    @Test("S-1: a segment starts at 1, has no gaps, and leaves earlier numbers unchanged")
    func segments() async throws {
        for number in 1...3 { _ = try await update(Samples.gift("gift_\(number)")) }
        for segment in [1, 2] {
            try await file.write {
                try $0.begin(
                    ReceiptSegment(number: segment, .restored, begun: Samples.now, since: Samples.now))
            }
            for number in 1...2 {
                let receipt = try await update(Samples.gift("gift_\(segment)\(number)"))
                #expect(receipt?.number.text == "T-WoodlandsChurch-2026-R\(segment)-00000\(number)")
            }
        }
        // The new receipt of a partially refunded gift from an earlier segment is numbered in the current segment.
        let reissued = try await update(Samples.gift("gift_2").refunded(1_000))
        #expect(reissued?.number.text == "T-WoodlandsChurch-2026-R2-000003")
        #expect(reissued?.replaces?.text == "T-WoodlandsChurch-2026-000002")
        let (all, series, problems) = try await file.write { transaction in
            var all: [Receipt] = []
            while case let page = try transaction.receipts(
                organization: "WoodlandsChurch", year: 2026, segment: all.last?.number.segment ?? 0,
                after: all.last?.number.position ?? 0, limit: 2), !page.isEmpty
            {
                all += page
            }
            var series: [ReceiptSeries] = []
            while case let page = try transaction.receiptSeries(
                organization: "WoodlandsChurch", after: series.last, limit: 2), !page.isEmpty
            {
                series += page
            }
            return (all, series, try transaction.receiptProblems())
        }
        #expect(
            all.map(\.number.text)
                == [
                    "000001", "000002", "000003", "R1-000001", "R1-000002", "R2-000001", "R2-000002",
                    "R2-000003",
                ]
                .map { "T-WoodlandsChurch-2026-\($0)" })
        #expect(series.map { [$0.segment, Int($0.last)] } == [[0, 3], [1, 2], [2, 3]])
        #expect(problems == [])
        try await file.write { try $0.run("DELETE FROM receipt WHERE segment = 1 AND position = 1") }
        #expect(
            try await file.write { try $0.receiptProblems() }
                == [
                    "the receipts of WoodlandsChurch in 2026, segment R1, should have the numbers 1 to 2 without gaps, but 1 receipt is stored"
                ]
        )
    }
}

/// Receipts of many gifts and refunds in random order.
@Suite struct ReceiptSeriesTests {
    @Test(
        "numbers have no gaps, and each gift has one receipt over its remaining amount", .sqlite,
        arguments: fewerSeeds)
    func series(seed: UInt64) async throws {
        struct Failure: Error {}
        let file = try RecordsFile()
        let organizations = [try Samples.organization("One"), try Samples.organization("Two")]
        let gifts = try await file.write { transaction in
            var generator = SeededGenerator(seed: seed)
            var gifts: [String: Gift] = [:]
            var time = Timestamp("2026-12-30T00:00:00Z")
            for step in 0..<40 {
                time = time.adding(seconds: Int64.random(in: 0...20_000, using: &generator))
                let organization = organizations[Int.random(in: 0...1, using: &generator)]
                var gift = Samples.gift("gift_\(step)", to: organization.id, paidAt: time)
                if Bool.random(using: &generator),
                    let known = gifts.values.sorted(by: { $0.id < $1.id }).randomElement(using: &generator)
                {
                    let left = known.total.minorUnits - known.refundedMinor
                    gift = known.refunded(known.refundedMinor + Int64.random(in: 0...left, using: &generator))
                }
                let fails = Int.random(in: 0..<5, using: &generator) == 0
                let owner = organizations.first { $0.id == gift.organization } ?? organization
                do {
                    try transaction.database.inSavepoint {
                        _ = try transaction.updateReceipt(
                            of: gift, fund: Samples.fund(), organization: owner, at: time)
                        if fails { throw Failure() }
                        return .commit
                    }
                    gifts[gift.id] = gift
                } catch is Failure {}
            }
            return gifts
        }
        #expect(try await file.write { try $0.receiptProblems() } == [])
        for gift in gifts.values {
            let receipts = try await file.write { try $0.receipts(ofGift: gift.id) }
            let left = gift.total.minorUnits - gift.refundedMinor
            #expect(
                receipts.filter { $0.state == .issued }.map(\.total.minorUnits) == (left > 0 ? [left] : []))
            #expect(receipts.map(\.revision) == Array(1...receipts.count))
            for (old, new) in zip(receipts, receipts.dropFirst()) {
                #expect(old.state == .void && old.replacedBy == new.number && new.replaces == old.number)
            }
        }
        for organization in organizations {
            for year in [2026, 2027] {
                let series = try await file.write {
                    try $0.receipts(organization: organization.id, year: year, after: 0, limit: 1000)
                }
                #expect(series.map(\.number.position) == (0..<series.count).map { Int64($0 + 1) })
                #expect(series.map(\.issued) == series.map(\.issued).sorted())
            }
        }
    }
}
