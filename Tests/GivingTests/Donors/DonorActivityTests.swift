import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import Giving

/// The numbers of donors who started, resumed or stopped giving.
@Suite struct DonorActivityTests {
    private static func month(_ text: String) throws -> CalendarMonth {
        try #require(CalendarMonth(iso8601: text))
    }

    @Test("the periods are whole months of the organization's calendar")
    func periods() throws {
        let chicago = try #require(LocalCalendar(timeZone: "America/Chicago"))
        let periods = DonorPeriods(try Self.month("2024-03"), in: chicago)
        #expect(periods.month == Timestamp("2024-03-01T06:00:00Z")..<Timestamp("2024-04-01T05:00:00Z"))
        #expect(periods.previous == Timestamp("2023-03-01T06:00:00Z")..<Timestamp("2024-03-01T06:00:00Z"))
        #expect(periods.lapsed == Timestamp("2022-03-01T06:00:00Z")..<Timestamp("2023-03-01T06:00:00Z"))
    }

    @Test("the first and last months of the calendar have periods", arguments: ["0001-01", "9999-12"])
    func ends(month: String) throws {
        let periods = DonorPeriods(try Self.month(month), in: .utc)
        #expect(periods.lapsed.upperBound == periods.previous.lowerBound)
        #expect(periods.previous.upperBound == periods.month.lowerBound)
    }

    /// The times of gifts by donor, and whether the donor is new or returning in March 2024, by the clock of
    /// Chicago.
    private static let donors: [(name: String, gifts: [String], isNew: Bool, isReturning: Bool)] = [
        ("first at the start of the month", ["2024-03-01T06:00:00Z"], true, false),
        ("first at the end of the month", ["2024-04-01T04:59:59Z"], true, false),
        ("before the month", ["2024-03-01T05:59:59Z"], false, false),
        ("after the month", ["2024-04-01T05:00:00Z"], false, false),
        ("twice in the month", ["2024-03-02T12:00:00Z", "2024-03-03T12:00:00Z"], true, false),
        (
            "in the leap month and in the month", ["2024-02-29T12:00:00Z", "2024-03-03T12:00:00Z"], false,
            false
        ),
        ("in the 12 months before", ["2023-03-01T06:00:00Z", "2024-03-31T12:00:00Z"], false, false),
        ("before the 12 months before", ["2023-03-01T05:59:59Z", "2024-03-31T12:00:00Z"], false, true),
        (
            "long ago and recently",
            ["2020-01-01T12:00:00Z", "2024-01-01T12:00:00Z", "2024-03-01T12:00:00Z"], false, false
        ),
    ]

    @Test("new and returning donors are counted by their gifts", arguments: donors.indices)
    func counted(index: Int) async throws {
        let donor = Self.donors[index]
        let found = try await activity(donor.gifts.map { ($0, .succeeded, "Grace") })
        #expect(
            found == DonorActivity(new: donor.isNew ? 1 : 0, returning: donor.isReturning ? 1 : 0),
            "\(donor.name)")
    }

    @Test("gifts that do not count, or are to another organization, change nothing")
    func other() async throws {
        for status in [Gift.Status.failed, .refunded, .disputed, .processing] {
            let one = try await activity([("2024-03-02T12:00:00Z", status, "Grace")])
            #expect(one == DonorActivity(new: 0, returning: 0), "\(status)")
            let two = try await activity([
                ("2023-12-02T12:00:00Z", status, "Grace"),
                ("2024-03-02T12:00:00Z", .partiallyRefunded, "Grace"),
            ])
            #expect(two == DonorActivity(new: 1, returning: 0), "\(status)")
        }
        let other = try await activity([
            ("2023-12-02T12:00:00Z", .succeeded, "Hope"), ("2024-03-02T12:00:00Z", .succeeded, "Grace"),
        ])
        #expect(other == DonorActivity(new: 1, returning: 0))
    }

    /// Returns the numbers of March 2024 in Chicago, for one donor with these gifts.
    private func activity(_ gifts: [(time: String, status: Gift.Status, organization: String)]) async throws
        -> DonorActivity
    {
        let bench = try MoneyBench(GivingMigrations.all, seed: 1, at: MoneyBench.start)
        defer { bench.remove() }
        let periods = DonorPeriods(
            try Self.month("2024-03"), in: try #require(LocalCalendar(timeZone: "America/Chicago")))
        return try await bench.file.write { transaction in
            for (number, gift) in gifts.enumerated() {
                let time = Timestamp(gift.time)
                var kept = Samples.gift(
                    "\(Identifiers.first("gift", at: time))000000000000\(number)", to: gift.organization,
                    paidAt: time)
                kept.status = gift.status
                try transaction.save(kept)
            }
            return try transaction.donorActivity(ofOrganization: "Grace", in: periods)
        }
    }

    @Test("lapsed donors last gave 13 to 24 months ago, and not everything was refunded")
    func lapsed() async throws {
        let bench = try MoneyBench(GivingMigrations.all, seed: 1, at: MoneyBench.start)
        defer { bench.remove() }
        let periods = DonorPeriods(try Self.month("2026-03"), in: .utc)
        let count = try await bench.file.write { transaction in
            for (donor, organization, last, gifts) in [
                ("first", "Grace", "2024-03-01T00:00:00Z", 1), ("end", "Grace", "2025-02-28T23:59:59Z", 2),
                ("too early", "Grace", "2024-02-29T23:59:59Z", 1),
                ("too late", "Grace", "2025-03-01T00:00:00Z", 1),
                ("refunded", "Grace", "2024-06-01T00:00:00Z", 0),
                ("other", "Hope", "2024-06-01T00:00:00Z", 1),
            ] {
                try transaction.addToTotal(
                    ofDonor: donor, as: Samples.giver(), organization: organization, currency: .usd,
                    minor: 100,
                    gifts: gifts, paid: Timestamp(last))
            }
            // A donor whose gift in another currency is newer has not lapsed.
            for (currency, last) in [(Currency.usd, "2024-06-01T00:00:00Z"), (.eur, "2026-03-01T00:00:00Z")] {
                try transaction.addToTotal(
                    ofDonor: "both", as: Samples.giver(), organization: "Grace", currency: currency,
                    minor: 100,
                    gifts: 1, paid: Timestamp(last))
            }
            return try transaction.lapsedDonorCount(ofOrganization: "Grace", in: periods)
        }
        #expect(count == 2)
    }
}
