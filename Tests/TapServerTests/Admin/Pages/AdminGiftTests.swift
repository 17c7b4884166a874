import DatabaseKit
import Giving
import HTMLKit
import PaymentCore
import ServerKit
import SimulationKit
import TapServer
import Testing
import TimeKit

/// Gifts: looked for, looked at, and taken along as a sheet.
@Suite struct AdminGiftTests {
    @Test("a gift is found by all that people know of it")
    func search() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give(
                "25.00", fund: "13", name: "José O'Brien-Müller", email: "jose@example.org")
            try await bench.give("10.00", name: "Ann Other", email: "ann@example.org")
            let browser = try await bench.browser("treasurer")
            let asked = [
                "q=jose", "q=JOS%C3%89", "q=muller", "q=o%27brien+jos", "q=m%C3%BCl+jo",
                "q=Jose%40example.org",
                "q=\(gift.id)", "q=\(gift.id.prefix(20))", "q=\(gift.receiptNumber ?? "")",
                "q=\(gift.payment ?? "")", "q=\(gift.paymentIntent ?? "")", "q=\(gift.donor ?? "")",
                "fund=13",
                "q=jose&status=succeeded", "q=jose&since=2026-01-31&until=2026-01-31",
            ]
            for query in asked {
                let page = try await browser.search("/admin/org/Grace/gifts", query)
                #expect(page.says("gifts/\(gift.id)") && !page.says("Ann Other"), "\(query)")
                let sheet = try await browser.search("/admin/org/Grace/gifts.csv", query)
                #expect(sheet.says(gift.id) && !sheet.says("Ann Other"), "\(query)")
            }
            for query in [
                "q=josef", "q=jose+ann", "q=nobody%40example.org", "q=gift_0000000000000",
                "q=jose&status=failed",
                "q=jose&fund=12", "q=jose&since=2026-02-01", "q=\(gift.id)&until=2026-01-30", "q=%25", "q=_",
                "q=%27",
            ] {
                let page = try await browser.search("/admin/org/Grace/gifts", query)
                #expect(page.status == 200 && page.says("No gifts found"), "\(query)")
            }
        }
    }

    @Test("a search text is sent only by forms: on this page, to the next one and for the CSV file")
    func textInNoURL() async throws {
        try await AdminBench.with { bench in
            for _ in 0..<51 {
                bench.bench.clock.advance(seconds: 1)
                try await bench.give(fund: "13", name: "Jane Roe", email: "jane@example.org")
            }
            try await bench.give(fund: "13", name: "Ann Other", email: "ann@example.org")
            let browser = try await bench.browser("treasurer")
            let list = "/admin/org/Grace/gifts"
            let found = try await browser.search(list, "q=jane&fund=13")
            // The address of the results contains the encrypted text, so the browser can return to them.
            #expect(found.target.hasPrefix("\(list)?s=") && found.target.hasSuffix("&fund=13"))
            #expect(!found.target.contains("jane") && found.says("value=\"jane\""))
            let again = try await browser.open(found.target)
            #expect(again.status == 200 && !again.says("Ann Other") && again.says("Jane Roe"))
            // Another session cannot read the text.
            let other = try await bench.browser("reader").open(found.target)
            #expect(other.status == 400 && other.says("Search again."))
            #expect(!other.says("jane") && !other.says("Ann Other"))
            #expect(!found.html.contains("q=jane") && !found.html.contains("method=\"get\""))
            #expect(found.html.contains("<form method=\"post\" action=\"\(list).csv\">"))
            let after = try #require(found.html.firstMatch(of: #/name="after" value="(gift_\w+)"/#)?.1)
            let next = try await browser.search(list, "q=jane&fund=13&after=\(after)")
            #expect(next.html.matches(of: #/gifts\/(gift_\w+)"/#).count == 1 && !next.says("Ann Other"))
            // A search text in a URL is ignored, so no link or bookmark can contain one.
            #expect(try await browser.open("\(list)?q=jane&fund=13").says("Ann Other"))
            // Without a search text, the results have their own URLs.
            let plain = try await browser.open("\(list)?fund=13")
            #expect(plain.html.contains("href=\"\(list)?fund=13&amp;after="))
        }
    }

    @Test("an invalid day is reported and filters no gift, and has no sheet")
    func noDay() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("reader")
            for query in [
                "since=31.1.2026", "until=2026-02-30", "since=%3Cb%3E&until=2026-01-31", "since=2026-1-1",
            ] {
                let page = try await browser.open("/admin/org/Grace/gifts?\(query)")
                #expect(page.status == 200 && page.says("gifts/\(gift.id)"), "\(query)")
                #expect(
                    page.says("is not a date. Enter dates as 2026-01-31.") && !page.says("<b>"), "\(query)")
                let sheet = try await browser.open("/admin/org/Grace/gifts.csv?\(query)")
                #expect(sheet.status == 422 && sheet.says("is not a date"), "\(query)")
            }
            #expect(
                try await !browser.open("/admin/org/Grace/gifts?since=&until=2026-01-31").says(
                    "is not a date"))
        }
    }

    @Test("an erased donor is not found by name")
    func forgotten() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give(name: "Jane Roe", email: "jane@example.org")
            _ = try await bench.bench.giving.forget(.id(gift.donor ?? ""))
            let browser = try await bench.browser("treasurer")
            #expect(try await browser.search("/admin/org/Grace/gifts", "q=jane").says("No gifts found"))
            let page = try await browser.open("/admin/org/Grace/gifts/\(gift.id)")
            #expect(page.status == 200 && page.says("data deleted"))
            #expect(!page.says("Jane") && !page.says("jane@"))
            #expect(try await browser.open("/admin/org/Grace/gifts").says("data deleted"))
        }
    }

    @Test("pages of fifty hold each gift once, and their sheet holds all")
    func paging() async throws {
        try await AdminBench.with { bench in
            var ids: [String] = []
            for index in 0..<103 {
                ids.append(try await bench.give(name: "Donor \(index)", email: "d\(index)@example.org").id)
                bench.bench.clock.advance(seconds: 1)
            }
            let browser = try await bench.browser("reader")
            var (target, seen, pages): (String?, [String], Int) = ("/admin/org/Grace/gifts", [], 0)
            while let here = target {
                let page = try await browser.open(here)
                seen += page.html.matches(of: /gifts\/(gift_\w+)"/).map { String($0.1) }
                target = page.html.firstMatch(of: /href="([^"]*)" rel="next"/).map { String($0.1) }
                pages += 1
            }
            #expect(pages == 3 && seen == ids.reversed())
            let sheet = try await browser.open("/admin/org/Grace/gifts.csv")
            #expect(sheet.html.split(separator: "\r\n").count == 104)
        }
    }

    @Test("the CSV file is a download, and nothing in it runs as a formula")
    func sheet() async throws {
        try await AdminBench.with { bench in
            try await bench.give(name: "=HYPERLINK(\"A1\")", covers: true)
            let browser = try await bench.browser("treasurer")
            let request = PageRequest(
                "GET", "/admin/org/Grace/gifts.csv", cookies: .init(browser.cookie ?? ""))
            guard case .download(let name, let type, let export) = await bench.admin.answer(request) else {
                Issue.record("no download")
                return
            }
            #expect(name == "gifts-Grace-2026-01-31.csv" && type == "text/csv; charset=utf-8")
            let lines = try await export.whole().split(separator: "\r\n")
            #expect(lines.count == 2 && lines[0].hasPrefix("\"date\",\"time\",\"gift\",\"org\",\"fund\","))
            #expect(lines[1].contains("\"'=HYPERLINK(\"\"A1\"\")\""))
            #expect(
                lines[1].contains("\"succeeded\",50.00,1.80,51.80,0.00,1.80,50.00,\"usd\",\"T-Grace-2026-"))
        }
    }

    private static func export(_ browser: StaffBrowser, _ path: String = "Grace/gifts.csv") async
        -> PageResponse
    {
        await browser.site.answer(PageRequest("GET", "/admin/org/\(path)", cookies: browser.cookies))
    }

    @Test("an export has each gift once, as it is when its page is read, and none that is made meanwhile")
    func consistency() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            func save(_ number: Int, _ status: Gift.Status) async throws {
                var copy = gift
                (copy.id, copy.payment, copy.status) = ("gift_00000000000000000\(number)", nil, status)
                let saved = copy
                try await bench.bench.file.write { try $0.save(saved) }
            }
            for number in 100..<550 { try await save(number, .failed) }
            let answer = await Self.export(try await bench.browser("reader"))
            guard case .download(_, _, let export) = answer else {
                Issue.record("no download")
                return
            }
            var pages = export.makeAsyncIterator()
            var text = try #require(try await pages.next())
            #expect(text.split(separator: "\r\n").count == 201)
            try await bench.give("7.00")
            try await save(100, .canceled)
            try await save(549, .canceled)
            while let page = try await pages.next() { text += page }
            let lines = text.split(separator: "\r\n")
            #expect(lines.count == 452 && Set(lines).count == 452 && !text.contains(",7.00,"))
            #expect(text.contains("549") && lines.filter { $0.contains("\"canceled\"") }.count == 1)
            #expect(lines.last?.contains("gift_00000000000000000100") == true)
        }
    }

    @Test(
        "unread exports are limited for a session, a member and an organization, with the time to try again")
    func quotas() async throws {
        try await AdminBench.with { bench in
            var open: [PageResponse] = []
            func tryOne(_ browser: StaffBrowser, _ path: String = "Grace/journal.csv") async -> String? {
                let answer = await Self.export(browser, path)
                if case .download = answer {
                    open.append(answer)
                    return nil
                }
                guard case .retry(after: 10, .page(429, let document)) = answer else { return "\(answer)" }
                return document.text.firstMatch(of: /[0-9] are open in [a-z ]*[a-z]/).map { String($0.0) }
            }
            let first = try await bench.browser("treasurer")
            for refusal in [nil, nil, "2 are open in this session"] {
                #expect(await tryOne(first) == refusal)
            }
            let second = try await bench.browser("treasurer")
            for refusal in [nil, "3 are open in all your sessions together"] {
                #expect(await tryOne(second) == refusal)
            }
            let (owner, again) = (try await bench.browser("owner"), try await bench.browser("owner"))
            for browser in [owner, owner, again] { #expect(await tryOne(browser) == nil) }
            let reader = try await bench.browser("reader")
            #expect(await tryOne(reader) == "6 are open in this organization")
            #expect(await tryOne(try await bench.browser("hope"), "Hope/journal.csv") == nil)
            open.removeFirst()
            #expect(await tryOne(reader) == nil)
        }
    }

    @Test("a gift's page has its whole story: tap, quote, charge, events, ledger, payout")
    func story() async throws {
        try await AdminBench.with { bench in
            let visitor = Visitor(bench: bench.bench)
            _ = try await visitor.give(
                "/Grace?f=12&r=0&t=A1&m=04E141124C2880x00002A", ["cover": "1"], card: "pm_card_bypassPending")
            let gift = try #require(try await bench.bench.gifts().first)
            let payout = try #require(try await bench.payOut("Grace"))
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open("/admin/org/Grace/gifts/\(gift.id)")
            #expect(page.status == 200)
            for words in [
                "Missions", "A Donor", "donor@example.org", "04E141124C2880", "<td>42</td>", "Fee covered",
                "$51.80",
                gift.id, gift.payment ?? "?", gift.paymentIntent ?? "?", "was paid",
                "<span class=\"whole\">2026-000001</span>",
                "revenue:fee", "<span class=\"code\">processor</span>", payout.id,
            ] {
                #expect(page.says(words), "\(words)")
            }
        }
    }
}
