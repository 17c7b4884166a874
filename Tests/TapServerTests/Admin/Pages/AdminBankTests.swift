import Giving
import MoneyKit
import PaymentCore
import SimulationKit
import TapServer
import Testing
import TimeKit

/// A bank's statement held against the payouts, on the pages.
@Suite struct AdminBankTests {
    private static let path = "/admin/org/Grace/payouts/bank"

    /// Sends the form of the page with a statement.
    private static func send(
        _ statement: String, by browser: StaffBrowser, _ more: [String: String] = [:], to path: String = path
    ) async throws -> Page {
        let form = try await browser.open(path)
        let fields = ["csrf": form.hidden["csrf"] ?? "", "statement": statement]
        return try await browser.post(path, fields.merging(more) { $1 })
    }

    @Test("each deposit is shown with its payout and its funds, and with the rest on both sides")
    func matched() async throws {
        try await AdminBench.with { bench in
            try await bench.give("50.00", fund: "12", covers: true)
            try await bench.give("30.00", fund: "13")
            let first = try #require(try await bench.payOut("Grace"))
            bench.bench.clock.advance(seconds: 86_400 * 7)
            try await bench.give("20.00")
            let missing = try #require(try await bench.payOut("Grace"))
            let (day, last) = (first.arrival.date, missing.arrival.date.adding(days: 6))
            let browser = try await bench.browser("reader")
            let page = try await Self.send(
                """
                Date,Description,Amount
                \(day.adding(days: -1).iso8601),RENT,-900.00
                \(day.adding(days: 1).iso8601),STRIPE TRANSFER,\(first.amount.plainText)
                \(last.iso8601),<b>A CHECK</b>,12.00
                """, by: browser)
            #expect(page.status == 200 && page.says("1 of 2 deposits are payouts"), "\(page.html)")
            #expect(page.says("payouts/\(first.id)\">\(first.amount.shownForTest)</a>"))
            #expect(
                page.says("Missions") && page.says("Building") && page.says("$51.80") && page.says("$30.00"))
            #expect(page.says("Payouts that should have arrived but did not"))
            #expect(page.says("payouts/\(missing.id)"))
            #expect(page.says("Deposits that are not payouts") && page.says("&lt;b&gt;A CHECK"))
        }
    }

    @Test("an unreadable line is named, and the pasted text stays in the form")
    func complaint() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let page = try await Self.send("Date,Amount\n03/04/2026,5", by: browser)
            #expect(
                page.status == 422 && page.says("Line 2: &quot;03/04/2026&quot; could be two different dates")
            )
            #expect(page.says("<textarea") && page.says("03/04/2026,5"))
            let clear = try await Self.send("Date,Amount\n03/04/2026,5", by: browser, ["order": "mdy"])
            #expect(clear.status == 200 && clear.says("4 March 2026"))
            #expect(try await Self.send("", by: browser).status == 422)
            let long = "Date,Amount\n" + String(repeating: "2026-01-31,1.00\n", count: 700)
            #expect(try await Self.send(long, by: browser).status == 200)
        }
    }

    @Test("another organization's payout is not found by its amount")
    func scope() async throws {
        try await AdminBench.with { bench in
            try await bench.give("50.00")
            let payout = try #require(try await bench.payOut("Grace"))
            let statement = "Date,Amount\n\(payout.arrival.date.iso8601),\(payout.amount.plainText)"
            let browser = try await bench.browser("hope")
            let page = try await Self.send(
                statement, by: browser, to: "/admin/org/Hope/payouts/bank")
            #expect(page.status == 200 && page.says("0 of 1 deposits") && !page.says(payout.id))
            #expect(try await browser.open(Self.path).status == 404)
            #expect(try await bench.browser("tags").open(Self.path).status == 403)
        }
    }

    @Test("a form that no page of ours made is not read")
    func forged() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let page = try await browser.post(Self.path, ["csrf": "x", "statement": "Date,Amount"])
            #expect(page.status == 403)
        }
    }
}

extension Money {
    /// As pages show dollars.
    fileprivate var shownForTest: String { "$\(plainText)" }
}
