import Bookings
import DatabaseKit
import Foundation
import MoneyKit
import MoneyTestSupport
import Payees
import PaymentCore
import SimulationKit
import Testing
import TimeKit

/// A payee's view of its jobs: its own share, by its own clock.
@Suite struct EarningsTests {
    @Test("never shows a payee the price or the fee")  // B3-06, B3-47
    func noGross() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        try await world.completed()
        _ = try await world.job()
        let encoder = JSONEncoder()
        var texts = [
            try encoder.encode(await world.bookings.jobs(ofPayee: world.driver.id)),
            try encoder.encode(await world.bookings.payees.earnings(of: world.driver.id, in: .usd)),
            try encoder.encode(await world.bookings.payees.history(of: world.driver.id).entries),
            try encoder.encode(
                await world.file.read { try $0.notices(isWaiting: true, after: nil, limit: 9) }),
        ].map { String(decoding: $0, as: UTF8.self) }
        texts = texts.map { text in
            // Ids are random.
            text.replacing(#/(job|pay|note|drv)_[0-9a-z]+/#, with: "id")
        }
        for text in texts {
            #expect(text.contains("12000") || text.contains("120.00"))
            for figure in ["15000", "150.00", "3000", "30.00", "2000", "fee", "price", "total_price"] {
                let shown = text.replacing("12000", with: "share")
                #expect(!shown.contains(figure), "\(figure) in \(text)")
            }
        }
    }

    @Test("an entry has its id, job, address, share, date and status")  // B3-18
    func entry() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let known = try await world.completed()
        world.clock.advance(seconds: 60)
        for address in [nil, "  "] {
            _ = try await world.completed(address: address)
            world.clock.advance(seconds: 60)
        }
        let entries = try await world.bookings.payees.history(of: world.driver.id).entries
        #expect(entries.map(\.address) == ["Unknown", "Unknown", "1 Main Street"])
        let data = try JSONEncoder().encode(entries[2])
        let keys = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any]).keys
        #expect(keys.sorted() == ["address", "amount", "date", "id", "job_id", "payout_status"])
        #expect(entries[2].id == known.payment)
        #expect(entries[2].date == "2026-01-04T09:00:00Z")
        #expect(entries[2].payoutStatus == .processing)
    }

    // B3-05, B3-07, B3-17, B3-47, X-29, X-30
    @Test("earnings are the sums of completed jobs, by calendar period and over the last 7 and 30 days")
    func sums() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        // In Chicago, from Tuesday, 2026-02-24, to Monday, 2026-03-09. The prices can be distinguished in the sums.
        for (time, minor) in [
            ("2026-02-07T05:30:00Z", 100_00), ("2026-02-24T15:00:00Z", 10_00), ("2026-03-01T05:59:59Z", 1_00),
            ("2026-03-01T06:00:00Z", 20_00), ("2026-03-02T05:30:00Z", 2_00),
            ("2026-03-02T05:30:01Z", 200_00), ("2026-03-09T04:59:59Z", 40_00), ("2026-03-09T05:00:00Z", 4_00),
        ] as [(String, Int64)] {
            let moment = try #require(Timestamp(iso8601: time))
            world.clock.advance(seconds: moment - world.clock.now)
            try await world.completed(minor)
        }
        // A paid job that is not completed earns nothing.
        _ = try await world.job(1_000_00)
        world.clock.advance(seconds: 1_800)
        let earnings = try await world.bookings.payees.earnings(of: world.driver.id, in: .usd)
        func share(_ prices: Int64...) -> Money { Money(prices.reduce(0, +) * 80, .usd) }
        #expect(earnings.today == share(4))
        #expect(earnings.week == share(4))
        #expect(earnings.month == share(20, 2, 200, 40, 4))
        #expect(earnings.last7Days == share(200, 40, 4))
        #expect(earnings.last30Days == share(10, 1, 20, 2, 200, 40, 4))
        #expect(earnings.total == share(100, 10, 1, 20, 2, 200, 40, 4))
        // The history of a period adds up to its sum.
        for (period, sum) in [
            (.today, earnings.today), (.thisWeek, earnings.week), (.thisMonth, earnings.month),
            (.lastDays(7), earnings.last7Days), (.lastDays(30), earnings.last30Days),
        ] as [(LocalPeriod, Money)] {
            let entries = try await world.bookings.payees.history(of: world.driver.id, in: period).entries
            #expect(try Money.sum(entries.map(\.amount), in: .usd) == sum, "\(period)")
        }
        let days =
            try #require(CalendarDate(iso8601: "2026-02-24"))..<#require(
                CalendarDate(iso8601: "2026-03-01"))
        #expect(
            try await world.bookings.payees.history(of: world.driver.id, in: .days(days)).entries.map(
                \.amount)
                == [share(1), share(10)])
        // Earnings match the books and the sum of the history.
        let all = try await world.bookings.payees.history(of: world.driver.id).entries
        #expect(try Money.sum(all.map(\.amount), in: .usd) == earnings.total)
        #expect(try await world.ledger(.payee(world.account)) == -earnings.total.minorUnits)
    }

    // B3-07
    @Test("a custom range is half open by the payee's clock, and may have an open end")
    func customRange() async throws {
        let world = try await BookingWorld.make(timeZone: "Pacific/Auckland")
        defer { world.remove() }
        // In Auckland: the last second of 30 January, the first and the last of the 31st, the first of February.
        for (time, minor) in [
            ("2026-01-30T10:59:59Z", 1_00), ("2026-01-30T11:00:00Z", 10_00), ("2026-01-31T10:59:59Z", 100_00),
            ("2026-01-31T11:00:00Z", 1_000_00),
        ] as [(String, Int64)] {
            let moment = try #require(Timestamp(iso8601: time))
            world.clock.advance(seconds: moment - world.clock.now)
            try await world.completed(minor)
        }
        func earned(_ first: String?, _ last: String?) async throws -> [Int64] {
            let period = try #require(
                LocalPeriod.days(
                    from: first.flatMap(CalendarDate.init(iso8601:)),
                    through: last.flatMap(CalendarDate.init(iso8601:))))
            let service = world.bookings.payees
            let entries = try await service.history(of: world.driver.id, in: period).entries
            let sum = try await service.earned(by: world.driver.id, in: period, .usd)
            #expect(try Money.sum(entries.map(\.amount), in: .usd) == sum)
            return entries.map { $0.amount.minorUnits / 80 }
        }
        #expect(try await earned("2026-01-31", "2026-01-31") == [100, 10])
        #expect(try await earned("2026-01-30", "2026-01-30") == [1])
        #expect(try await earned("2026-02-01", nil) == [1000])
        #expect(try await earned(nil, "2026-01-30") == [1])
        #expect(try await earned(nil, nil) == [1000, 100, 10, 1])
        #expect(try await earned("2027-01-01", nil) == [])
    }

    // C0-67
    @Test("a year's earnings are the payee's shares by month, by the payee's clock")
    func year() async throws {
        let world = try await BookingWorld.make(timeZone: "Pacific/Auckland")
        defer { world.remove() }
        // In Auckland: the last second of June 2026, the first of July, the last of the year, the first of 2027.
        for (time, minor) in [
            ("2026-06-30T11:59:59Z", 10_00), ("2026-06-30T12:00:00Z", 20_00), ("2026-12-31T10:59:59Z", 40_00),
            ("2026-12-31T11:00:00Z", 80_00),
        ] as [(String, Int64)] {
            let moment = try #require(Timestamp(iso8601: time))
            world.clock.advance(seconds: moment - world.clock.now)
            try await world.completed(minor)
        }
        let service = world.bookings.payees
        let report = try await service.earnings(of: world.driver.id, inYear: 2026, .usd)
        #expect(report.months.map(\.number) == Array(1...12))
        #expect(report.months.map(\.jobs) == [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1])
        let sums = report.months.map(\.earned.minorUnits)
        #expect(sums == [0, 0, 0, 0, 0, 8_00, 16_00, 0, 0, 0, 0, 32_00])
        #expect(report.jobs == 3 && report.total == Money(56_00, .usd) && report.asOf == world.clock.now)
        let next = try await service.earnings(of: world.driver.id, inYear: 2027, .usd)
        #expect(next.months.map(\.jobs).first == 1 && next.total == Money(64_00, .usd))
        #expect(try await service.earnings(of: world.driver.id, inYear: 2026, Currency("eur")).jobs == 0)
        for year in [0, -1, 9_999, .max] {
            #expect(
                await code { _ = try await service.earnings(of: world.driver.id, inYear: year, .usd) }
                    == "invalid")
        }
        // A later refund lowers the earnings.
        let job = try #require(try await world.jobs().last)
        _ = try await world.bookings.refund(5_00, of: job.id, by: .platform)
        #expect(
            try await service.earnings(of: world.driver.id, inYear: 2026, .usd).total == Money(52_00, .usd))
    }

    // B3-18, B3-59
    @Test(
        "the history is read by pages, newest first, without loss or duplicates",
        arguments: [1, 2, 3, 7, 100])
    func pages(limit: Int) async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        // Several jobs are completed in the same second.
        for index in 0..<7 {
            try await world.completed(Int64(10_00 + index))
            if index.isMultiple(of: 3) { world.clock.advance(seconds: 1) }
        }
        let whole = try await world.bookings.payees.history(of: world.driver.id, limit: 100)
        #expect(whole.entries.count == 7)
        #expect(whole.next == nil)
        #expect(whole.entries.map(\.date) == whole.entries.map(\.date).sorted(by: >))
        var (read, last): ([EarningEntry], String?) = ([], nil)
        repeat {
            let page = try await world.bookings.payees.history(
                of: world.driver.id, after: last, limit: limit)
            #expect(page.entries.count <= limit)
            read += page.entries
            last = page.next
        } while last != nil
        #expect(read == whole.entries)
    }

    @Test("a payee sees only its own jobs and earnings")
    func own() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let other = try await world.calm.driver(on: world.processor)
        try await world.completed()
        #expect(try await world.bookings.jobs(ofPayee: other.id) == [])
        #expect(try await world.bookings.payees.history(of: other.id).entries == [])
        #expect(try await world.bookings.payees.earnings(of: other.id, in: .usd).total.minorUnits == 0)
        let error = await #expect(throws: PayeeError.self) {
            try await world.bookings.payees.history(of: "drv_none")
        }
        #expect(error?.code == .profileNotFound)
    }
}
