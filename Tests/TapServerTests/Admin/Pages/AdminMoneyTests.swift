import DatabaseKit
import Giving
import MoneyKit
import PaymentCore
import SimulationKit
import TapServer
import Testing
import TimeKit

/// Totals, funds, monthly gifts, payouts and statements.
@Suite struct AdminMoneyTests {
    @Test("the overview shows gifts less refunds of this week, this year and in all")
    func overview() async throws {
        try await AdminBench.with { bench in
            try await bench.give("100.00")
            bench.bench.clock.advance(seconds: 86_400 * 20)
            let gift = try await bench.give("50.00", fund: "13")
            _ = try await bench.bench.giving.refund(gift.id, amount: "20.00", reason: nil)
            try await bench.give("7.00", to: "Hope", email: "h@example.org")
            let browser = try await bench.browser("reader")
            let page = try await browser.open("/admin/org/Grace")
            #expect(
                page.says(
                    "<strong>$30.00</strong> <span class=\"quiet\">given this week, after refunds (1 gift)</span>"
                ),
                "\(page.html)")
            #expect(
                page.says(
                    "<strong>$130.00</strong> <span class=\"quiet\">given this year, after refunds (2 gifts)</span>"
                ))
            #expect(page.says("<span class=\"badge good\">Active</span>"))
            #expect(
                page.says("<title>Building: $30.00</title>") && page.says("<title>26 Jan: $100.00</title>"))
            let funds = try await browser.open("/admin/org/Grace/funds")
            #expect(funds.says("Building") && funds.says(">$30.00</td>"))
        }
    }

    @Test("the days of a fund sum to its total, whatever happened")
    func days() async throws {
        try await AdminBench.with { bench in
            for (index, amount) in ["10.00", "20.00", "30.00", "40.00"].enumerated() {
                let gift = try await bench.give(amount, fund: index % 2 == 0 ? "12" : "13")
                bench.bench.clock.advance(seconds: 86_400 * 3)
                if index > 0 {
                    _ = try await bench.bench.giving.refund(
                        gift.id, amount: index == 3 ? nil : "5.00", reason: nil)
                }
            }
            let (all, days) = try await bench.bench.file.read { transaction in
                let first = try #require(CalendarDate(year: 2026, month: 1, day: 1))
                let last = try #require(CalendarDate(year: 2026, month: 12, day: 31))
                return (
                    try transaction.fundTotals(ofOrganization: "Grace"),
                    try transaction.fundTotals(ofOrganization: "Grace", on: first...last)
                )
            }
            #expect(
                all == days && all.map(\.amount.minorUnits) == [3_500, 1_500] && all.map(\.gifts) == [2, 1])
        }
    }

    @Test("a payout's lines come to it, each with its gift")
    func payouts() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give(covers: true)
            let payout = try #require(try await bench.payOut("Grace"))
            let browser = try await bench.browser("treasurer")
            let list = try await browser.open("/admin/org/Grace/payouts")
            #expect(list.says("payouts/\(payout.id)") && list.says("$50.00"))
            let page = try await browser.open("/admin/org/Grace/payouts/\(payout.id)")
            #expect(page.says(". This payout has one line, and its net amount matches the payout.</p>"))
            #expect(page.says("gifts/\(gift.id)") && page.says("$51.80") && page.says("$1.80"))
            #expect(
                page.says("/donors/\(gift.donor ?? "")\"><bdi>A Donor</bdi>")
                    && page.says("<bdi>Missions</bdi>"))
        }
    }

    @Test(
        "the journal has the days that are asked for, with accounts and funds, and is no other organization's"
    )
    func journal() async throws {
        try await AdminBench.with { bench in
            try await bench.give("50.00", covers: true)
            try await bench.give("7.00", to: "Hope", email: "h@example.org")
            let browser = try await bench.browser("reader")
            let sheet = try await browser.open(
                "/admin/org/Grace/journal.csv?since=2026-01-31&until=2026-01-31")
            let lines = sheet.html.split(separator: "\r\n")
            #expect(lines.count == 4, "\(sheet.html)")
            for (account, amount) in [("clearing", "50.00"), ("fees", "1.80"), ("gifts", "-51.80")] {
                let cells = "\"\(account)\",\"12\",\"Missions\",\(amount)"
                #expect(lines.contains { $0.contains(cells) }, "\(cells)")
            }
            for days in ["since=31.01.2026", "until=2026-02-30", "since=2026-01-31&until=today"] {
                let refused = try await browser.open("/admin/org/Grace/journal.csv?\(days)")
                #expect(refused.status == 422 && refused.says("is not a date"), "\(days)")
            }
            let other = try await browser.open("/admin/org/Grace/journal.csv?since=2026-02-01")
            #expect(other.html.split(separator: "\r\n").count == 1)
            #expect(try await bench.browser("hope").open("/admin/org/Grace/journal.csv").status == 404)
            #expect(try await bench.browser("tags").open("/admin/org/Grace/journal.csv").status == 403)
        }
    }

    @Test("monthly gifts lead to the gifts of their months")
    func monthly() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.bench.giving.give(
                GiftRequest(
                    organization: "Grace", fund: nil, amount: .text("20"), isRecurring: true,
                    method: "pm_card_visa",
                    name: "M Donor", email: "m@example.org"))
            try await bench.give()
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open("/admin/org/Grace/monthly")
            #expect(page.says("M Donor") && page.says("$20.00") && page.says(">28 February 2026</time>"))
            let gifts = try await browser.open("/admin/org/Grace/gifts?recurring=\(gift.recurring ?? "")")
            #expect(gifts.says("gifts/\(gift.id)") && !gifts.says("A Donor"))
        }
    }

    @Test("lists the donors with statements for the year, sorted by name, with that year's totals")
    func statementList() async throws {
        try await AdminBench.with { bench in
            try await bench.give("10.00", name: "zoe Last", email: "z@example.org")
            let amy = try await bench.give("50.00", name: "Amy First", email: "a@example.org", covers: true)
            let ben = try await bench.give("5.00", name: "Ben Refunded", email: "b@example.org")
            _ = try await bench.bench.giving.refund(ben.id, amount: nil, reason: nil)
            bench.bench.clock.advance(seconds: 86_400 * 366)
            try await bench.give("7.00", name: "Amy First", email: "a@example.org")
            let browser = try await bench.browser("reader")
            let first = try await browser.open("/admin/org/Grace/statements?year=2026").html
            let names = try [">Amy First</bdi>", ">zoe Last</bdi>"].map { name in
                try #require(first.firstRange(of: name), "\(first)").lowerBound
            }
            #expect(names[0] < names[1])
            #expect(first.contains(">$51.80<") && first.contains(">$10.00<"))
            #expect(!first.contains("$7.00") && !first.contains("Ben Refunded"))
            let next = try await browser.open("/admin/org/Grace/statements?year=2027")
            #expect(next.says("$7.00") && !next.says("zoe Last") && !next.says("Ben Refunded"))
            let none = try await browser.open("/admin/org/Grace/statements?year=2025")
            #expect(none.says("No statements for 2025.") && !none.says("Amy First"))
            let paper = try await browser.open(
                "/admin/org/Grace/statements/\(amy.donor ?? "")?year=2026")
            #expect(paper.says("href=\"/admin/org/Grace/statements?year=2026\">Back to the statements"))
        }
    }

    // C0-67
    @Test("a statement covers one donor and one year")
    func statements() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("treasurer")
            let list = try await browser.open("/admin/org/Grace/statements")
            #expect(list.says("Statement 2026") && list.says("donor@example.org"))
            let paper = try await browser.open("/admin/org/Grace/statements/\(gift.donor ?? "")?year=2026")
            #expect(
                paper.says("A Donor") && paper.says("$50.00")
                    && paper.says("TEST: no money moved, not a receipt"))
            #expect(paper.actions == ["/admin/sign-out"])
            let other = try await browser.open("/admin/org/Grace/statements/\(gift.donor ?? "")?year=2025")
            #expect(other.status == 200 && !other.says("$50.00"))
        }
    }
}
