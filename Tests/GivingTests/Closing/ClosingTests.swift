import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TextKit
import TimeKit

/// Closed months stay unchanged, and later events count in the open month (M-3).
@Suite struct ClosingTests {
    static let october = CalendarMonth(of: Timestamp("2026-10-01T12:00:00Z").date)

    /// Makes a world in which Grace is in Chicago, on October 31 at 22:00, which is November 1 in UTC.
    static func world(_ start: String = "2026-11-01T03:00:00Z") async throws -> GivingWorld {
        let world = try await GivingWorld.make(at: Timestamp(start))
        try await world.file.write { transaction in
            var organization = try transaction.existingOrganization("Grace")
            (organization.timeZone, organization.taxID) = ("America/Chicago", "12-3456789")
            try transaction.save(organization)
        }
        return world
    }

    /// Returns the documents of a month: its gifts and journal as CSV, its fund totals, and the yearly
    /// statements.
    static func papers(of month: CalendarMonth, in world: GivingWorld) async throws -> [String: String] {
        let now = world.clock.now
        return try await world.file.read { transaction in
            let organization = try transaction.existingOrganization("Grace")
            var papers: [String: String] = [:]
            for status in [nil] + Gift.Status.allCases.map(Optional.init) {
                var query = GiftQuery(organization: "Grace", status: status, limit: 100_000)
                (query.sinceDay, query.untilDay) = (month.days.lowerBound, month.days.upperBound)
                query.isAsClosed = true
                papers["gifts \(status?.rawValue ?? "")"] = try transaction.gifts(query)
                    .map {
                        CSVLine.text(GiftSheet.line($0, net: try transaction.net(of: $0, asClosed: true)))
                    }
                    .joined()
            }
            let calendar = organization.calendar
            let period =
                calendar.start(
                    of: month.days.lowerBound)..<calendar.start(of: month.days.upperBound.adding(days: 1))
            papers["journal"] = try transaction.journal(
                of: organization, in: period, after: 0, limit: 100_000
            ).entries
                .flatMap { AccountingSheet.lines($0, day: calendar.date(of: $0.time)) }
                .map(CSVLine.text).joined()
            papers["sums"] = "\(try transaction.fundTotals(ofOrganization: "Grace", on: month.days))"
            for donor in try transaction.donors(organization: "Grace", after: nil, limit: 1_000) {
                let statement = try transaction.statement(
                    to: organization, of: donor.id, year: month.year, at: now)
                let lines = StatementText(statement).csv.split(separator: "\r\n")
                let own = lines.filter { $0.hasPrefix(month.iso8601) }.joined(separator: "\n")
                if !own.isEmpty { papers["statement \(donor.id)"] = own }
            }
            return papers
        }
    }

    private func close(_ month: String, in world: GivingWorld) async throws -> ClosedMonth {
        let (month, now) = (try #require(CalendarMonth(iso8601: month)), world.clock.now)
        return try await world.file.write { try $0.closeMonth(month, of: "grace", at: now) }
    }

    @Test("a refund after the close counts in the open month and leaves the closed one unchanged")
    func refund() async throws {
        let world = try await Self.world()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(coversFee: true))
        world.clock.advance(to: Timestamp("2026-11-03T18:00:00Z"))
        _ = try await close("2026-10", in: world)
        let before = try await Self.papers(of: Self.october, in: world)
        #expect(before["gifts succeeded"]?.contains("2026-10-31") == true && before.count == 13)

        world.clock.advance(seconds: 86_400)
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil)
        _ = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        #expect(try await Self.papers(of: Self.october, in: world) == before)

        let (late, sums, statement) = try await world.file.read { transaction in
            let november = try #require(CalendarMonth(iso8601: "2026-11"))
            return (
                try transaction.lateChanges(of: "Grace", donor: nil, after: nil, limit: 10),
                try transaction.fundTotals(ofOrganization: "Grace", on: november.days),
                try transaction.statement(
                    to: transaction.existingOrganization("Grace"), of: gift.donor ?? "", year: 2026,
                    at: world.clock.now)
            )
        }
        #expect(late.map(\.kind) == [.refund, .refund])
        #expect(late.map(\.amount.minorUnits).reduce(0, +) == -gift.total.minorUnits)
        #expect(late.allSatisfy { $0.month == Self.october && $0.day.iso8601 == "2026-11-04" })
        #expect(sums.map(\.amount.minorUnits) == [-gift.amount.minorUnits])
        #expect(statement.lines.map(\.isLate) == [false, true, true])
        #expect(statement.sum.total.minorUnits == 0 && statement.funds.map(\.gifts) == [1])
        // While its month is open, a gift counts toward its fund on its own day.
        #expect(statement.lines.map(\.day.iso8601) == ["2026-10-31", "2026-11-04", "2026-11-04"])
    }

    @Test("months are closed once, in order, and only after they have ended")
    func order() async throws {
        let world = try await Self.world()
        defer { world.remove() }
        await #expect(throws: ClosingError.self) { _ = try await close("2026-10", in: world) }
        _ = try await world.giving.give(.to())
        // It is October 31 in Chicago for two more hours.
        world.clock.advance(to: Timestamp("2026-11-01T04:59:59Z"))
        let running = await #expect(throws: ClosingError.self) { _ = try await close("2026-10", in: world) }
        let september = try #require(CalendarMonth(iso8601: "2026-09"))
        #expect(running == .notOver(Self.october, last: september))
        world.clock.advance(to: Timestamp("2027-01-05T12:00:00Z"))
        let early = await #expect(throws: ClosingError.self) { _ = try await close("2026-11", in: world) }
        #expect(early == .notInOrder(Self.october.next, next: Self.october))
        let closed = try await close("2026-10", in: world)
        #expect(closed.closed == world.clock.now && closed.lastPosting > 0)
        world.clock.advance(seconds: 60)
        #expect(try await close("2026-10", in: world) == closed)
        await #expect(throws: ClosingError.self) { _ = try await close("2026-12", in: world) }
        _ = try await close("2026-11", in: world)
        _ = try await close("2026-12", in: world)
        await #expect(throws: ClosingError.self) { _ = try await close("2027-01", in: world) }
        let all = try await world.file.read { try $0.closedMonths(of: "Grace", limit: 10) }
        #expect(all.map(\.month.iso8601) == ["2026-12", "2026-11", "2026-10"])
    }

    @Test("refuses a month before the first gift, because every month since then would have to be closed")
    func beforeFirst() async throws {
        let world = try await Self.world()
        defer { world.remove() }
        let (ancient, september) = try (
            #require(CalendarMonth(iso8601: "0001-01")), #require(CalendarMonth(iso8601: "2026-09"))
        )
        let without = await #expect(throws: ClosingError.self) { _ = try await close("0001-01", in: world) }
        #expect(without == .beforeFirst(ancient, first: september))
        _ = try await world.giving.give(.to())
        world.clock.advance(to: Timestamp("2026-11-05T12:00:00Z"))
        let before = await #expect(throws: ClosingError.self) { _ = try await close("2026-09", in: world) }
        #expect(before == .beforeFirst(september, first: Self.october))
        _ = try await close("2026-10", in: world)
        let after = await #expect(throws: ClosingError.self) { _ = try await close("2026-09", in: world) }
        #expect(after == .beforeFirst(september, first: Self.october))
    }

    @Test("refuses a time zone in which the current day is still in a closed month")
    func zone() async throws {
        let world = try await Self.world()
        defer { world.remove() }
        _ = try await world.giving.give(.to())
        world.clock.advance(to: Timestamp("2026-11-01T07:00:00Z"))
        _ = try await close("2026-10", in: world)
        func edit(_ zone: String) async throws {
            let now = world.clock.now
            try await world.file.write { transaction in
                var fields = OrganizationFields()
                fields.timeZone = zone
                _ = try transaction.editOrganization("Grace", fields, at: now)
            }
        }
        let error = await #expect(throws: DirectoryError.self) { try await edit("Pacific/Honolulu") }
        #expect(error?.code == .wrongState && error?.field == .timeZone)
        world.clock.advance(to: Timestamp("2026-11-01T10:00:00Z"))
        try await edit("Pacific/Honolulu")
        let gift = try await world.giving.give(.to())
        #expect(gift.madeOn.iso8601 == "2026-11-01")
    }

    @Test("the statement of a fully closed year is the same on every later day")
    func year() async throws {
        let world = try await Self.world()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        world.clock.advance(to: Timestamp("2027-01-05T12:00:00Z"))
        for month in ["2026-10", "2026-11", "2026-12"] { _ = try await close(month, in: world) }
        func paper(_ year: Int) async throws -> String {
            let statement = try await world.giving.statement(
                to: "Grace", of: .id(gift.donor ?? ""), year: year)
            let text = StatementText(statement)
            return text.text + text.html + text.csv
        }
        let before = try await paper(2026)
        #expect(before.contains("Issued: 2027-01-05"))
        world.clock.advance(seconds: 40 * 86_400)
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil)
        #expect(try await paper(2026) == before)
        #expect(try await paper(2027).contains("-20.00"))
        // A full refund leaves no valid receipt. The statement keeps the heading of the void receipt.
        _ = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        let refunded = try await paper(2027)
        let now = world.clock.now
        try await world.file.write { transaction in
            var fields = OrganizationFields(displayName: "Grace Cathedral")
            fields.taxID = "98-7654321"
            _ = try transaction.editOrganization("Grace", fields, at: now)
        }
        #expect(try await paper(2027) == refunded)
        #expect(try await paper(2026) == before)
        // The donor can see both years.
        let years = try await world.giving.ownStatements(of: gift.donor ?? "").flatMap(\.years)
        #expect(years == [2027, 2026])
    }

    @Test("a gift paid after the close stays unpaid in its month and counts in the open one")
    func latePayment() async throws {
        let world = try await Self.world()
        defer { world.remove() }
        // The first gift creates the donor's customer, so that only the payment fails later.
        _ = try await world.giving.give(.to())
        let silence = ProcessorFaultPlan(rate: 10_000, faults: [.answerLost], seed: 7)
        let silent = world.service(over: FaultyProcessor(world.line, silence) { _ in })
        let gift = try await silent.give(.to())
        #expect(gift.status == .processing)
        world.clock.advance(to: Timestamp("2026-11-03T18:00:00Z"))
        let closed = try await close("2026-10", in: world)
        #expect(closed.waiting == 1)
        let before = try await Self.papers(of: Self.october, in: world)
        _ = try await world.calm.payments.reconcile()
        let paid = try #require(try await world.file.read { try $0.gift(gift.id) })
        #expect(paid.status == .succeeded && paid.day.iso8601 == "2026-11-03")
        #expect(try await Self.papers(of: Self.october, in: world) == before)
        #expect(before["gifts processing"]?.contains(gift.id) == true)
        try await expectExported(world, late: [.payment])
        // The refund counts on its own day, although the month of the payment is open.
        world.clock.advance(seconds: 86_400)
        _ = try await world.calm.refund(gift.id, amount: "20", reason: nil)
        #expect(try await Self.papers(of: Self.october, in: world) == before)
        try await expectExported(world, late: [.payment, .refund])
        try await expectWhole(world)
        let statement = try await world.giving.statement(
            to: "Grace", of: .id(gift.donor ?? ""), year: 2026
        ).lines.filter { $0.gift == gift.id }
        #expect(statement.map(\.day.iso8601) == ["2026-11-03", "2026-11-04"])
        #expect(statement.map(\.isLate) == [false, true])
        #expect(statement.map(\.amounts.total.minorUnits) == [gift.total.minorUnits, -2000])
    }

    @Test("a gift paid before the close, in a month that is still open, keeps its amount in the closed month")
    func paidInOpenMonth() async throws {
        let world = try await Self.world()
        defer { world.remove() }
        _ = try await world.giving.give(.to())
        let silence = ProcessorFaultPlan(rate: 10_000, faults: [.answerLost], seed: 7)
        let gift = try await world.service(over: FaultyProcessor(world.line, silence) { _ in }).give(.to())
        world.clock.advance(to: Timestamp("2026-11-03T18:00:00Z"))
        _ = try await world.calm.payments.reconcile()
        _ = try await close("2026-10", in: world)
        let before = try await Self.papers(of: Self.october, in: world)
        #expect(before["gifts succeeded"]?.contains(gift.id) == true)
        world.clock.advance(seconds: 86_400)
        _ = try await world.calm.refund(gift.id, amount: "20", reason: nil)
        #expect(try await Self.papers(of: Self.october, in: world) == before)
        try await expectExported(world, late: [.refund])
        try await expectWhole(world)
    }

    @Test("a monthly charge that becomes known after its month was closed is booked in the open month")
    func lateOccurrence() async throws {
        let world = try await Self.world("2026-09-30T18:00:00Z")
        defer { world.remove() }
        let first = try await world.giving.give(.to(recurring: true))
        world.clock.advance(to: Timestamp("2026-11-03T18:00:00Z"))
        for month in ["2026-09", "2026-10"] { _ = try await close(month, in: world) }
        let before = try await Self.papers(of: Self.october, in: world)
        try await world.processor.advance()
        _ = try await world.calm.payments.reconcile()
        #expect(try await Self.papers(of: Self.october, in: world) == before)
        let (gifts, late) = try await world.file.read { transaction in
            var query = GiftQuery(organization: "Grace")
            query.sinceDay = CalendarDate(iso8601: "2026-11-01")
            return (
                try transaction.gifts(query),
                try transaction.lateChanges(of: "Grace", donor: nil, after: nil, limit: 10)
            )
        }
        let gift = try #require(gifts.first)
        #expect(gifts.count == 1 && gift.recurring == first.recurring)
        #expect(gift.paidOn.iso8601 == "2026-10-30" && gift.day.iso8601 == "2026-11-03")
        // The gift is a line of November's export, so it is not a late change.
        #expect(late.isEmpty)
        try await expectExported(world, late: [])
        world.clock.advance(to: Timestamp("2026-12-02T18:00:00Z"))
        _ = try await close("2026-11", in: world)
        let november = try #require(
            try await Self.papers(of: Self.october.next, in: world)["gifts succeeded"])
        let net = Money(gift.total.minorUnits - gift.feeMinor, .usd)
        #expect(november.hasPrefix("2026-11-03,") && november.contains(",\(net.plainText),"))
        // The receipt has the date of the charge, which determines the donor's tax year.
        let receipt = try await world.file.read { try $0.receipts(ofGift: gift.id).last }
        #expect(receipt?.date.iso8601 == "2026-10-30")
    }

    @Test("a charge of last December that becomes known in January gets a receipt number of the new year")
    func lateOccurrenceOfLastYear() async throws {
        let world = try await Self.world("2026-11-30T18:00:00Z")
        defer { world.remove() }
        let first = try await world.giving.give(.to(recurring: true))
        world.clock.advance(to: Timestamp("2027-01-05T18:00:00Z"))
        for month in ["2026-11", "2026-12"] { _ = try await close(month, in: world) }
        try await world.processor.advance()
        _ = try await world.calm.payments.reconcile()
        let gift = try await world.file.read { transaction in
            try transaction.gifts(GiftQuery(recurring: first.recurring)).first
        }
        #expect(gift?.paidOn.iso8601 == "2026-12-30" && gift?.day.iso8601 == "2027-01-05")
        let receipts = try await world.file.read { try $0.receipts(ofGift: gift?.id ?? "") }
        #expect(receipts.map(\.number.year) == [2027] && receipts.map(\.issued) == [world.clock.now])
        #expect(receipts.map(\.date.iso8601) == ["2026-12-30"])
    }

    @Test("forgetting a donor also removes their name from closed months")
    func forgotten() async throws {
        let world = try await Self.world()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(name: "Wilhelmina Unique"))
        world.clock.advance(to: Timestamp("2026-11-03T18:00:00Z"))
        _ = try await close("2026-10", in: world)
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil)
        _ = try await world.giving.forget(.id(gift.donor ?? ""))
        let left: Int? = try await world.file.read { transaction in
            try transaction.value(
                """
                SELECT (SELECT COUNT(*) FROM closed_gift WHERE \(TestStore.text(ofBytes: "body")) LIKE '%Wilhelmina%')
                  + (SELECT COUNT(*) FROM late_change WHERE \(TestStore.text(ofBytes: "body")) LIKE '%Wilhelmina%')
                  + (SELECT COUNT(*) FROM late_change WHERE donor IS NOT NULL)
                """)
        }
        #expect(left == 0)
        #expect(
            try await world.file.read { try $0.gift(gift.id, asClosedIn: Self.october)?.refundedMinor } == 0)
    }

    @Test(
        "no later action changes a closed month, and totals still add up",
        arguments: longRunSeeds)
    func seeds(seed: UInt64) async throws {
        let world = try await GivingWorld.make(seed: seed)
        defer { world.remove() }
        var (congregation, generator) = (Congregation(seed: seed), SeededGenerator(seed: seed))
        let zones = ["America/Chicago", "Pacific/Auckland", "UTC", "Asia/Kolkata", "Pacific/Pago_Pago"]
        var closed: [CalendarMonth: [String: String]] = [:]
        for step in 0..<120 {
            _ = try await congregation.act(in: world)
            let now = world.clock.now
            if step % 20 == 7 {
                var fields = OrganizationFields(displayName: "Grace \(step)")
                fields.timeZone = zones.randomElement(using: &generator)
                let edited = fields
                // In a time zone further west, the day may be in the closed month.
                _ = try? await world.file.write { try $0.editOrganization("Grace", edited, at: now) }
                try await world.file.write { transaction in
                    _ = try transaction.renameFund("12", of: "Grace", to: "Fund \(step)", at: now)
                }
                world.clock.advance(seconds: 1)
            }
            let next = try await world.file.read { transaction in
                try transaction.existingOrganization("Grace").closedThrough?.next
                    ?? transaction.firstGift(of: "Grace").map { CalendarMonth(of: $0.madeOn) }
            }
            if let next, step % 10 == 3 {
                let organization = try await world.file.read { try $0.existingOrganization("Grace") }
                if next < CalendarMonth(of: organization.calendar.date(of: now)) {
                    _ = try await world.file.write { try $0.closeMonth(next, of: "Grace", at: now) }
                    closed[next] = try await Self.papers(of: next, in: world)
                }
            }
        }
        guard !closed.isEmpty else { return }  // Some congregations see no month end.
        for (month, before) in closed {
            let after = try await Self.papers(of: month, in: world)
            for (name, paper) in before { #expect(after[name] == paper, "\(month.iso8601) \(name)") }
            #expect(Set(after.keys) == Set(before.keys))
        }
        try await expectWhole(world)
        try await expectExported(world)
    }
}
