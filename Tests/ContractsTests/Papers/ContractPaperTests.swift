import Contracts
import DatabaseKit
import HTMLKit
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

/// Contract sheets, invoices and a payee's yearly earnings.
@Suite struct ContractPaperTests {
    private static let mark = "TEST: no money moved"

    // C0-56
    @Test("a contract sheet has the parties, the work, the price, the payments and the signatures")
    func sheet() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let sent = try await world.sent(world.form(.parts(3333, 6667)))
        let paid = try await world.pay(sent.id)
        let tokyo = try #require(LocalCalendar(timeZone: "Asia/Tokyo"))
        let paper = try Paper.contractSheet(of: paid, mark: Self.mark, calendar: tokyo)
        let signed = tokyo.date(of: world.clock.now).iso8601
        for words in [
            sent.id, "A house", "Ada Builder", "Carl Client, carl@example.org", "2026-01-31 to 2026-06-30",
            "Four walls and a roof.", "Walls", "Roof", "$50,000.00", "$2,500.00", "$47,500.00", "Part 1",
            "$16,665.00", "$33,335.00", "funded", "by milestones", "not signed", signed, Self.mark,
        ] {
            #expect(paper.text.contains(words), "\(words)")
            #expect(paper.html.contains(words), "\(words)")
        }
        // The page is made for printing: it has a print style, and no forms or scripts.
        #expect(paper.html.contains("@media print") && paper.html.contains("@page"))
        #expect(
            !paper.html.contains("<form") && !paper.html.contains("<script") && !paper.html.contains("src="))
        #expect(paper.html.ranges(of: Self.mark).count == 2 && paper.text.ranges(of: Self.mark).count == 2)
    }

    @Test("a contract sheet shows the milestones' descriptions")
    func details() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let milestones = [
            Milestone("Walls", description: "Four, of brick.", share: BasisPoints(5_000)),
            Milestone("Roof", share: BasisPoints(5_000)),
        ]
        let contract = try await world.sent(world.form(.milestones(milestones)))
        let text = try Paper.contractSheet(of: contract, mark: Self.mark, calendar: .utc).text
        #expect(text.contains("Walls: Four, of brick.") && !text.contains("Roof:"))
    }

    @Test("the sheet of a draft shows planned parts and no signatures")
    func draft() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        for structure in [PaymentStructure.upfront, .afterCompletion, .parts(5000, 5000)] {
            let draft = try await world.contracts.create(world.form(structure)).contract
            let text = try Paper.contractSheet(of: draft, mark: Self.mark, calendar: .utc).text
            #expect(text.contains("draft") && text.contains("planned"))
            #expect(text.ranges(of: "not signed").count == 2)
            #expect(text.contains("$52,500.00") == (structure == .afterCompletion))
        }
    }

    @Test("contract texts are escaped on printed pages")
    func hostile() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        var form = world.form()
        form.title = "<script>alert(1)</script>"
        form.description = "First & \"second\"\n<b>third</b>"
        form.deliverables = ["<img src=x>"]
        form.payerName = "A & B"
        let contract = try await world.contracts.create(form, sends: true).contract
        let paid = try await world.pay(contract.id)
        for html in [
            try Paper.contractSheet(of: paid, mark: Self.mark, calendar: .utc).html,
            Paper.contractInvoice(try ContractInvoice(of: paid, part: 1), mark: Self.mark, calendar: .utc)
                .html,
        ] {
            #expect(html.contains("&lt;script&gt;") && html.contains("A &amp; B"))
            #expect(!html.contains("<script>") && !html.contains("<b>") && !html.contains("<img"))
        }
    }

    // C0-67
    @Test(
        "an invoice names the parties, the work and the price, and the day of payment by the payee's clock",
        arguments: [(.upfront, "$50,000.00", false), (.afterCompletion, "$52,500.00", true)]
            as [(PaymentStructure, String, Bool)])
    func invoice(structure: PaymentStructure, total: String, hasSurcharge: Bool) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(structure)).id
        if structure == .afterCompletion {
            try await world.perform(.accept, id, by: .payer)
            try await world.perform(.accept, id, by: .payee)
            try await world.perform(.complete, id)
        }
        let before = try await world.contracts.contract(id)
        for part in [0, 1, 2] {
            let error = #expect(throws: ContractError.self) { try ContractInvoice(of: before, part: part) }
            #expect(error?.code == .wrongState)
        }
        // New Year's midnight in Auckland, which is thirteen hours earlier than in UTC.
        let midnight = try #require(Timestamp(iso8601: "2026-12-31T11:00:00Z"))
        world.clock.advance(seconds: midnight - world.clock.now)
        let paid = try await world.pay(id)
        let auckland = try #require(LocalCalendar(timeZone: "Pacific/Auckland"))
        let invoice = try ContractInvoice(of: paid, part: 1)
        #expect(invoice.number == "\(id)-1" && invoice.refunded.minorUnits == 0)
        let text = Paper.contractInvoice(invoice, mark: Self.mark, calendar: auckland).text
        for words in [
            "Invoice \(id)-1", "Ada Builder", "Carl Client, carl@example.org", "A house", "2027-01-01", total,
            invoice.payment,
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(text.contains("Service fee") == hasSurcharge && text.contains("$2,500.00") == hasSurcharge)
        // The payer sees neither the platform's fee nor the payee's net amount.
        #expect(!text.contains("$47,500.00") && !text.contains("Refunded"))
        // The invoice is the same when it is shown again.
        #expect(try ContractInvoice(of: try await world.contracts.contract(id), part: 1) == invoice)
    }

    // C0-67
    @Test("a payee's year counts the money that reached its account, by its own clock")
    func year() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let auckland = try #require(LocalCalendar(timeZone: "Pacific/Auckland"))
        func advance(to time: String) throws {
            world.clock.advance(seconds: try #require(Timestamp(iso8601: time)) - world.clock.now)
        }
        func year(_ year: Int) async throws -> ContractYear {
            try #require(
                try await world.contracts.earnings(
                    ofPayee: world.payee, named: "Ada Builder", inYear: year, by: auckland, .usd))
        }
        // The last second of 2026 in Auckland and the first of 2027, both around 11 a.m. on 31 December in UTC.
        let milestones = try await world.sent(world.form(.parts(5000, 5000))).id
        try await world.pay(milestones)
        try await world.perform(.completeMilestone(1), milestones)
        try advance(to: "2026-12-31T10:59:59Z")
        try await world.perform(.release(1), milestones)
        try advance(to: "2026-12-31T11:00:00Z")
        let upfront = try await world.sent(world.form(total: "1000")).id
        try await world.pay(upfront)
        // Held money does not count as earned.
        try await world.perform(.requestMilestone(2), milestones)
        try await world.pay(milestones, 2)
        #expect(try await year(2025).earnings.isEmpty)
        let first = try await year(2026)
        #expect(first.earnings.map(\.contract) == [milestones] && first.earnings.map(\.part) == [1])
        #expect(first.earnings.map(\.title) == ["Part 1"] && first.total == Money(23_750_00, .usd))
        let second = try await year(2027)
        #expect(second.earnings.map(\.contract) == [upfront] && second.total == Money(950_00, .usd))
        // Money refunded by a resolution does not count as earned.
        try await world.perform(.dispute, upfront, by: .payer)
        try await world.perform(.resolve(payer: BasisPoints(4000), payee: BasisPoints(6000)), upfront)
        #expect(try await year(2027).total == Money(570_00, .usd))
        let text = Paper.contractYear(try await year(2027), mark: Self.mark, calendar: auckland).text
        for words in [
            "Earnings from contracts in 2027", "2027-01-01", "\(upfront)-1", "Carl Client", "$570.00",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        let none = try await world.contracts.earnings(
            ofPayee: world.payee, named: "", inYear: 0, by: auckland, .usd)
        #expect(none == nil)
    }

    // C0-67
    @Test("a refund counts in the year in which it is booked, and leaves the year of the release unchanged")
    func refundedLater() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        func year(_ year: Int) async throws -> ContractYear {
            try #require(
                try await world.contracts.earnings(
                    ofPayee: world.payee, named: "Ada Builder", inYear: year, by: .utc, .usd))
        }
        world.clock.advance(to: try #require(Timestamp(iso8601: "2026-12-31T12:00:00Z")))
        let (part, whole) = (
            try await world.sent(world.form(total: "1000")).id,
            try await world.sent(world.form(total: "2000")).id
        )
        for id in [part, whole] { try await world.pay(id) }
        let before = try await year(2026)
        #expect(before.total == Money(2850_00, .usd) && before.earnings.count == 2)
        world.clock.advance(to: try #require(Timestamp(iso8601: "2027-01-02T12:00:00Z")))
        for (id, payer) in [(part, 4000), (whole, 10_000)] as [(String, Int64)] {
            try await world.perform(.dispute, id, by: .payer)
            let shares = (BasisPoints(payer), BasisPoints(10_000 - payer))
            try await world.perform(.resolve(payer: shares.0, payee: shares.1), id)
        }
        #expect(try await year(2026).earnings == before.earnings)
        let after = try await year(2027)
        #expect(Set(after.earnings.map(\.amount.minorUnits)) == [-380_00, -1900_00])
        #expect(after.earnings.allSatisfy { $0.released == world.clock.now })
    }

    @Test("a release counts in the year of its transfer, not of its decision")
    func releasedLater() async throws {
        let plan = ProcessorFaultPlan(rules: (1...20).map { .init(.transfer, $0, .requestLost) })
        let world = try await ContractWorld.make { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        func total(_ year: Int) async throws -> Int64? {
            try await world.contracts.earnings(
                ofPayee: world.payee, named: "", inYear: year, by: .utc, .usd)?.total.minorUnits
        }
        world.clock.advance(to: try #require(Timestamp(iso8601: "2026-12-31T23:30:00Z")))
        let id = try await world.sent(world.form(total: "1000")).id
        try await world.pay(id)
        #expect(try await total(2026) == 0)
        world.clock.advance(to: try #require(Timestamp(iso8601: "2027-01-01T00:30:00Z")))
        _ = try await world.calm.payments.reconcile()
        #expect(try await total(2026) == 0)
        #expect(try await total(2027) == 950_00)
    }

    @Test("a year with more contracts than one page lists each of them once")
    func pages() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        var ids: [String] = []
        for _ in 0..<101 {
            let id = try await world.sent(world.form(total: "100")).id
            ids.append(id)
            world.clock.advance(seconds: 1)
        }
        try await world.pay(ids[0])
        try await world.pay(ids[100])
        let year = try #require(
            try await world.contracts.earnings(
                ofPayee: world.payee, named: "", inYear: 2026, by: .utc, .usd))
        #expect(Set(year.earnings.map(\.contract)) == [ids[0], ids[100]])
        #expect(year.total == Money(190_00, .usd))
        let euros = try await world.contracts.earnings(
            ofPayee: world.payee, named: "", inYear: 2026, by: .utc, Currency("eur"))
        #expect(euros?.earnings.isEmpty == true)
    }
}
