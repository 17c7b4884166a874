import DatabaseKit
import MoneyKit
import MoneyTestSupport
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import Giving

@Suite struct StatementTests {
    static func line(_ gift: Gift, _ fund: String = "7", _ name: String = "Building") throws -> StatementLine
    {
        var gift = gift
        (gift.fund, gift.fundName) = (fund, name)
        return try #require(try StatementLine(gift))
    }

    /// Makes a year with gifts to two funds, one of them partly refunded, and one at each end of the year.
    static func year() throws -> Statement {
        let organization = try Samples.organization()
        let days = [
            "2026-01-01T06:00:00Z", "2026-02-28T18:00:00Z", "2026-07-04T12:00:00Z", "2027-01-01T05:59:59Z",
            "2026-01-01T05:59:59Z", "2027-01-01T06:00:00Z",
        ].map { Timestamp($0) }
        let gifts = days.enumerated().map { Samples.gift("gift_\($0.offset + 1)", paidAt: $0.element) }
        return try Statement(
            [
                line(gifts[3]), line(gifts[0]), line(gifts[1].refunded(2_000), "9", "Mission, \"North\""),
                line(Samples.gift("gift_3", minor: 123_456, cover: 0, paidAt: days[2])), line(gifts[4]),
                line(gifts[5]),
            ], to: organization, year: 2026, at: Timestamp("2027-01-05T18:00:00Z"))
    }

    @Test("has the gifts of the year by the organization's clock, oldest first")
    func ofTheYear() throws {
        let statement = try Self.year()
        #expect(statement.lines.map(\.gift) == ["gift_1", "gift_2", "gift_3", "gift_4"])
        #expect(statement.donorName == "A Donor" && !statement.livemode)
    }

    @Test("adds up amounts by fund and in total")
    func sums() throws {
        let statement = try Self.year()
        #expect(statement.funds.map(\.fund) == ["7", "9"])
        #expect(statement.funds.map(\.gifts) == [3, 1])
        #expect(statement.funds.map(\.amounts.total.minorUnits) == [5_180 + 123_456 + 5_180, 3_180])
        #expect(statement.sum.given.minorUnits == 3 * 5_000 + 123_456)
        #expect(statement.sum.coveredFee.minorUnits == 3 * 180)
        #expect(statement.sum.refunded.minorUnits == 2_000)
        #expect(statement.sum.total.minorUnits == 3 * 5_180 + 123_456 - 2_000)
    }

    @Test(
        "an unpaid or fully refunded gift has no line",
        arguments: [Gift.Status.processing, .requiresAction, .failed, .canceled, .refunded, .needsReview])
    func noLine(status: Gift.Status) throws {
        var gift = Samples.gift()
        gift.status = status
        #expect(try StatementLine(gift) == nil)
    }

    @Test("refuses a gift in another currency, and sums that overflow")
    func refuses() throws {
        let organization = try Samples.organization()
        let euros = try Self.line(Samples.gift(currency: Currency("eur")))
        let huge = try Self.line(Samples.gift(minor: .max - 1_000, cover: 0))
        for (lines, code) in [([euros], MoneyError.Code.currencyMismatch), ([huge, huge], .overflow)] {
            let error = #expect(throws: MoneyError.self) {
                _ = try Statement(lines, to: organization, year: 2026, at: Samples.now)
            }
            #expect(error?.code == code)
        }
    }

    @Test(
        "gifts and covered fees less refunds equal the total of all lines, of all funds and of the year",
        arguments: propertySeeds)
    func exact(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let organization = try Samples.organization()
        let lines = try (0..<Int.random(in: 0...30, using: &generator)).map { number in
            let minor = Int64.random(in: 1...1_000_000, using: &generator)
            let cover = Int64.random(in: 0...9_000, using: &generator)
            let gift = Samples.gift(
                "gift_\(number)", minor: minor, cover: cover,
                paidAt: Samples.now.adding(
                    seconds: Int64.random(in: -5_000_000...5_000_000, using: &generator)))
            let back = Int64.random(in: 0..<(minor + cover), using: &generator)
            return try Self.line(
                back > 0 ? gift.refunded(back) : gift, "\(Int.random(in: 1...3, using: &generator))")
        }
        let statement = try Statement(
            lines.shuffled(using: &generator), to: organization, year: 2026, at: Samples.now)
        #expect(statement.lines.count == lines.count)
        let sum = statement.sum
        #expect(
            sum.total.minorUnits
                == sum.given.minorUnits + sum.coveredFee.minorUnits - sum.refunded.minorUnits)
        #expect(statement.funds.map(\.amounts.total.minorUnits).reduce(0, +) == sum.total.minorUnits)
        #expect(statement.lines.map(\.amounts.total.minorUnits).reduce(0, +) == sum.total.minorUnits)
        #expect(statement.lines.map(\.paidAt) == lines.map(\.paidAt).sorted())
    }

    @Test("lists the total of each donor's statement for a year, sorted by name, in pages")
    func totals() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for (index, name) in ["Cy", "amy", "Bo", "Amy", "Bo"].enumerated() {
            _ = try await world.giving.give(
                .to(amount: "\(10 + index)", coversFee: true, email: "d\(index)@example.org", name: name))
        }
        let refunded = try await world.giving.give(.to(email: "r@example.org", name: "Al"))
        _ = try await world.giving.refund(refunded.id, amount: nil, reason: nil)
        let (pages, all) = try await world.file.read { transaction in
            let organization = try transaction.existingOrganization("Grace")
            var pages: [[StatementTotal]] = []
            repeat {
                pages.append(
                    try transaction.statementTotals(
                        to: organization, year: 2026, after: pages.last?.last?.donor, limit: 2))
            } while pages.last?.isEmpty == false
            let all = try transaction.statementTotals(to: organization, year: 2026, after: nil, limit: 9)
            return (pages, all)
        }
        #expect(pages.map(\.count) == [2, 2, 1, 0] && Array(pages.joined()) == all)
        #expect(all.map { $0.name.lowercased() } == ["amy", "amy", "bo", "bo", "cy"])
        let statements = try await world.giving.statements(to: "Grace", year: 2026)
        #expect(statements.count == all.count)
        for total in all {
            let statement = try #require(statements.first { $0.donor == total.donor }?.statement)
            #expect(statement.sum == total.sum && statement.lines.last?.day == total.lastGift)
        }
        let other = try await world.file.read { transaction in
            try transaction.statementTotals(
                to: transaction.existingOrganization("Grace"), year: 2025, after: nil, limit: 9)
        }
        #expect(other.isEmpty)
    }
}
