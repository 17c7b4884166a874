import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import SimulationKit
import Testing
import TimeKit

extension ClosingTests {
    /// Expects the exports of all months and the late changes to add up to the totals of the funds.
    func expectExported(_ world: GivingWorld, late kinds: [LateChange.Kind]? = nil) async throws {
        try await world.file.read { transaction in
            var month = try #require(CalendarMonth(iso8601: "2026-01"))
            var exported: Int64 = 0
            while month.year < 2032 {
                var query = GiftQuery(organization: "Grace", limit: 100_000)
                (query.sinceDay, query.untilDay) = (month.days.lowerBound, month.days.upperBound)
                query.isAsClosed = true
                exported += try transaction.gifts(query).reduce(0) { $0 + $1.countedMinor }
                month = month.next
            }
            let late = try transaction.lateChanges(of: "Grace", donor: nil, after: nil, limit: 100_000)
            if let kinds { #expect(late.map(\.kind) == kinds) }
            let total = try transaction.fundTotals(ofOrganization: "Grace").reduce(0) {
                $0 + $1.amount.minorUnits
            }
            #expect(exported + late.reduce(0) { $0 + $1.countedMinor } == total)
        }
    }

    /// Expects daily fund amounts to add up to the totals, and statements to the donors' gifts.
    func expectWhole(_ world: GivingWorld) async throws {
        let years = Timestamp("2020-01-01T12:00:00Z").date...Timestamp("2050-12-31T12:00:00Z").date
        try await world.file.read { transaction in
            let totals = try transaction.fundTotals(ofOrganization: "Grace")
            let days = try transaction.fundTotals(ofOrganization: "Grace", on: years)
            #expect(totals == days)
            let organization = try transaction.existingOrganization("Grace")
            var (stated, given): (Int64, Int64) = (0, 0)
            for donor in try transaction.donors(organization: "Grace", after: nil, limit: 10_000) {
                for year in 2026...2031 {
                    stated += try transaction.statement(
                        to: organization, of: donor.id, year: year, at: world.clock.now
                    ).sum.total.minorUnits
                }
                for gift in try transaction.gifts(
                    GiftQuery(organization: "Grace", donor: donor.id, limit: 10_000))
                {
                    given += try StatementLine(gift)?.amounts.total.minorUnits ?? 0
                }
            }
            #expect(stated == given)
        }
    }
}
