import Bookings
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Payees
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TapServer
import Testing
import TimeKit

/// The page on which a payee sets payouts up, and sees what was earned.
@Suite struct PayeePageTests {
    // B3-11, B3-12, B3-60
    @Test("before the account is active, only its setup is shown")
    func setUp() async throws {
        try await WorkBench.with(isOnboarded: false) { bench in
            let link = try await bench.ownLink()
            let page = await bench.payeeSite.open(link)
            for words in [
                "Set Up Payments", "Connect your bank account to receive earnings from completed jobs.",
                "Connect with the payment processor", "Payouts: <strong>Not set up</strong>",
            ] {
                #expect(page.html.contains(words), "\(words)")
            }
            #expect(!page.html.contains("Completed jobs"))
        }
    }

    // B3-09, B3-12
    @Test(
        "the processor's page can complete, stall and fail, and the badge follows",
        arguments: [
            ("complete", "Payouts: <strong>Active</strong>", "Completed jobs"),
            (
                "pending_verification", "Payouts: <strong>Pending verification</strong>",
                "reviewing your details"
            ),
            ("abandoned", "Payouts: <strong>Not set up</strong>", "Connect with the payment processor"),
            ("rejected", "Payouts: <strong>Failed</strong>", "Try again"),
        ])
    func outcomes(outcome: String, badge: String, words: String) async throws {
        try await WorkBench.with(isOnboarded: false) { bench in
            let link = try await bench.ownLink()
            let asks = await bench.payeeSite.send("\(link)/connect", [:])
            #expect(asks.html.contains("action=\"\(link)/processor\""))
            // An invalid answer changes nothing.
            _ = await bench.payeeSite.send("\(link)/processor", ["outcome": "perhaps"])
            let page = await bench.payeeSite.send("\(link)/processor", ["outcome": outcome])
            #expect(page.html.contains(badge) && page.html.contains(words))
        }
    }

    /// The processor of the bench through its API, with its own pages.
    private static var linked: PayeeController.Processor {
        get throws { try linked(at: ProcessorConfiguration().pages) }
    }

    private static func linked(at api: String) throws -> PayeeController.Processor {
        .linked(base: "https://tap.example", pages: try #require(ProcessorPages(api: api)))
    }

    @Test("a link to a host other than the processor's own is reported, and no payee is redirected to it")
    func foreignLink() async throws {
        try await WorkBench.with(isOnboarded: false) { bench in
            let (reports, report) = AsyncStream<any Error>.makeStream()
            let site = PayeeController(
                service: bench.bookings.payees, processor: try Self.linked(at: "https://processor.example"),
                failed: { report.yield($0) })
            let link = try await bench.ownLink()
            guard case .page(503, _) = await site.answer(PageRequest("POST", "\(link)/connect")) else {
                Issue.record("it is not an error page")
                return
            }
            #expect(await reports.first { _ in true } is ForeignLinkError)
        }
    }

    @Test(
        "a processor's pages are on its own host or a sibling host, and use TLS if its API does",
        arguments: [
            ("https://api.stripe.com", "https://connect.stripe.com/setup/s/1", true),
            ("https://api.stripe.com", "https://api.stripe.com/1", true),
            ("https://api.stripe.com", "http://connect.stripe.com/1", false),
            ("https://api.stripe.com", "https://stripe.com.evil.example/1", false),
            ("https://api.stripe.com", "https://evilstripe.com/1", false),
            ("https://api.stripe.com", "https://connect.stripe.com@evil.example/1", false),
            ("https://api.stripe.com", "//evil.example/1", false),
            ("https://api.stripe.com", "javascript:alert(1)", false),
            ("https://api.com", "https://evil.com/1", false),
            ("http://127.0.0.1:12111", "http://localhost:12111/pages/1", true),
            ("http://127.0.0.1:12111", "http://127.0.0.2:12111/pages/1", false),
            ("http://processor:12111", "https://PROCESSOR/pages/1", true),
        ])
    func ownPages(api: String, link: String, isOwn: Bool) throws {
        #expect(try #require(ProcessorPages(api: api)).contain(link) == isOwn)
    }

    // B3-42, B3-43
    @Test("connecting leads to a fresh page of the processor each time, and that page leads back here")
    func freshLinks() async throws {
        try await WorkBench.with(isOnboarded: false) { bench in
            let site = PayeeController(
                service: bench.bookings.payees,
                processor: try Self.linked(at: "https://connect.processor.invalid"))
            let link = try await bench.ownLink()
            var urls: Set<String> = []
            for _ in 0..<3 {
                guard case .redirect(let url) = await site.answer(PageRequest("POST", "\(link)/connect"))
                else {
                    Issue.record("nothing was redirected")
                    return
                }
                urls.insert(url)
            }
            #expect(urls.count == 3)
            // A preview uses up the link, but the next one still works.
            let all = urls.sorted()
            _ = try await bench.money.processor.open(accountLink: all[0])
            await #expect(throws: ProcessorError.self) {
                _ = try await bench.money.processor.open(accountLink: all[0])
            }
            _ = try await bench.money.processor.open(accountLink: all[1])
        }
    }

    // B3-42, B3-43
    @Test(
        "an onboarding link that is expired or was opened before redirects to a new one",
        arguments: [false, true])
    func refreshed(isExpired: Bool) async throws {
        try await WorkBench.with(isOnboarded: false) { bench in
            let processor = bench.money.processor
            let site = PayeeController(
                service: bench.deskOverAPI(), processor: try Self.linked)
            let link = try await bench.ownLink()
            // Opening the refresh URL does not create an account.
            #expect(await site.answer(PageRequest("GET", "\(link)/connect")) == .redirect(to: link))
            #expect(try await bench.bookings.payees.profile(bench.payee.id).account == nil)
            let first = try await token(of: site.answer(PageRequest("POST", "\(link)/connect")))
            if isExpired {
                bench.money.clock.advance(seconds: 300)
            } else {
                // A message app fetches the link for a preview.
                guard case .page = try await processor.openOnboarding(first) else {
                    Issue.record("a fresh link does not open")
                    return
                }
            }
            let back = try await processor.openOnboarding(first)
            #expect(back == .leaves("https://tap.example\(link)/connect"))
            let second = try await token(of: site.answer(PageRequest("GET", "\(link)/connect")))
            guard case .page = try await processor.openOnboarding(second) else {
                Issue.record("the second link does not open")
                return
            }
            #expect(second != first)
        }
    }

    /// The token of the processor's page that an answer redirects to.
    private func token(of answer: PageResponse) throws -> String {
        guard case .redirect(let url) = answer else { return "" }
        return String(try #require(url.split(separator: "/").last))
    }

    // B3-05, B3-06, B3-47
    @Test("an active payee sees its share by periods and by job, and no price or fee")
    func earnings() async throws {
        try await WorkBench.with { bench in
            for minor in [150_00, 50_00] as [Int64] {
                let (quote, link) = try await bench.quoted(minor)
                _ = await bench.pay(link, by: "pm_card_visa")
                let job = try #require(try await bench.job(of: quote))
                _ = try await bench.bookings.perform(.complete, on: job.id, by: .payee(bench.payee.id))
                bench.money.clock.advance(seconds: 86_400)
            }
            let page = await bench.payeeSite.open(try await bench.ownLink())
            // It is Tuesday. The jobs were completed on Sunday and on Monday.
            for (period, sum) in [
                ("Today", "$0.00"), ("This week", "$40.00"), ("This month", "$160.00"),
                ("Last 7 days", "$160.00"), ("Last 30 days", "$160.00"),
            ] {
                #expect(page.html.contains(">\(period)</th><td>\(sum)</td>"), "\(period)")
            }
            #expect(page.html.contains(">Total</th><td class=\"sum\">$160.00</td>"))
            for (line, share) in [
                ("2026-01-05, processing", "$40.00"), ("2026-01-04, processing", "$120.00"),
            ] {
                #expect(
                    page.html.contains(
                        "<bdi>1 Main Street</bdi><br><small>\(line)</small></th><td class=\"sum\">\(share)</td>"
                    ),
                    "\(line)")
            }
            for figure in ["150.00", "50.00", "30.00", "10.00"] {
                #expect(!page.html.contains("$\(figure)"), "\(figure)")
            }
        }
    }

    // B3-07
    @Test("each period lists its own jobs and their sum, by the payee's clock")
    func periods() async throws {
        try await WorkBench.with { bench in
            let link = try await bench.ownLink()
            // In Chicago: Saturday, Sunday in March, Monday, Wednesday, which is today.
            try await bench.completeJobs([
                ("2026-02-28T18:00:00Z", 10_00), ("2026-03-01T18:00:00Z", 20_00),
                ("2026-03-02T18:00:00Z", 40_00), ("2026-03-04T18:00:00Z", 80_00),
            ])
            for (period, count, sum) in [
                ("today", 1, "$64.00"), ("week", 2, "$96.00"), ("month", 3, "$112.00"),
            ] {
                let page = await bench.payeeSite.open("\(link)?period=\(period)")
                #expect(page.html.components("<small>") == count, "\(period)")
                #expect(page.html.contains("In this period: <strong>\(sum)</strong>"), "\(period)")
            }
            #expect(await bench.payeeSite.open("\(link)?period=all").html.components("<small>") == 4)
        }
    }

    // B3-59
    @Test("the list covers one period, and has further pages")
    func filtered() async throws {
        try await WorkBench.with { bench in
            let link = try await bench.ownLink()
            for _ in 0..<21 {
                try await bench.completeJob()
                bench.money.clock.advance(seconds: 60)
            }
            let first = await bench.payeeSite.open(link)
            #expect(first.html.components("<small>") == 20)
            let next = try #require(first.html.firstMatch(of: #/href="([^"]+after=[^"]+)"/#)?.1)
            let second = await bench.payeeSite.open(String(next).replacing("&amp;", with: "&"))
            #expect(second.html.components("<small>") == 1 && !second.html.contains("Earlier jobs"))
            bench.money.clock.advance(seconds: 40 * 86_400)
            let today = await bench.payeeSite.open("\(link)?period=today")
            #expect(today.html.contains("You have no earnings in the chosen period."))
            #expect(await bench.payeeSite.open("\(link)?period=never&after=pay_none").status == 200)
        }
    }

    // B3-07
    @Test("the payee's page accepts custom days, both included, by the payee's clock")
    func customDays() async throws {
        try await WorkBench.with { bench in
            let link = try await bench.ownLink()
            // In Chicago: the last second of 9 January, the first and the last of the 10th, the first of the 11th.
            try await bench.completeJobs([
                ("2026-01-10T05:59:59Z", 10_00), ("2026-01-10T06:00:00Z", 20_00),
                ("2026-01-11T05:59:59Z", 40_00), ("2026-01-11T06:00:00Z", 80_00),
            ])
            let day = await bench.payeeSite.open("\(link)?period=custom&since=2026-01-10&until=2026-01-10")
            #expect(day.status == 200 && day.html.components("<small>") == 2)
            #expect(day.html.contains("In this period: <strong>$48.00</strong>"))
            #expect(day.html.contains("name=\"since\" value=\"2026-01-10\""))
            #expect(day.html.contains("value=\"custom\" selected"))
            // Days count only if no other period is chosen.
            let from = await bench.payeeSite.open("\(link)?period=all&since=2026-01-11&until=")
            #expect(from.html.components("<small>") == 1 && from.html.contains("$64.00</strong>"))
            let today = await bench.payeeSite.open("\(link)?period=today&since=2020-01-01&until=2020-01-02")
            #expect(today.html.components("<small>") == 1 && !today.html.contains("2020-01-01"))
            for (query, words) in [
                ("since=2026-01-11&until=2026-01-10", "The last day is before the first day."),
                ("since=2026-02-30&until=", "Enter a date like 2026-01-31."),
                ("since=&until=%22%3E%3Cb%3E", "Enter a date like 2026-01-31."),
            ] {
                let wrong = await bench.payeeSite.open("\(link)?period=custom&\(query)")
                #expect(wrong.status == 422 && wrong.html.contains(words) && !wrong.html.contains("<b>"))
            }
        }
    }

    @Test("the next page of a custom range keeps the same days")
    func customPages() async throws {
        try await WorkBench.with { bench in
            let link = try await bench.ownLink()
            for _ in 0..<21 {
                try await bench.completeJob()
                bench.money.clock.advance(seconds: 60)
            }
            let first = await bench.payeeSite.open("\(link)?period=custom&since=2026-01-01&until=2026-01-31")
            let next = try #require(first.html.firstMatch(of: #/href="([^"]+after=[^"]+)"/#)?.1)
            let target = String(next).replacing("&amp;", with: "&")
            #expect(target.contains("since=2026-01-01&until=2026-01-31"))
            #expect(await bench.payeeSite.open(target).html.components("<small>") == 1)
        }
    }

    // C0-67
    @Test("a year's page has the share of each month, is printed, and leads to other years")
    func year() async throws {
        try await WorkBench.with { bench in
            let link = try await bench.ownLink()
            let (quote, pay) = try await bench.quoted()
            _ = await bench.pay(pay)
            let job = try #require(try await bench.job(of: quote))
            _ = try await bench.bookings.perform(.complete, on: job.id, by: .platform)
            let own = await bench.payeeSite.open(link)
            #expect(own.html.contains("href=\"\(link)/year/2026\">2026 by month</a>"))
            let page = await bench.payeeSite.open("\(link)/year/2026")
            for words in [
                "Dana Driver", "in the time zone America/Chicago", "January<br><small>1 job</small>",
                "February<br><small>0 jobs</small>", "$120.00", "\(link)/year/2025", "\(link)/year/2027",
                "@media print",
            ] {
                #expect(page.html.contains(words), "\(words)")
            }
            #expect(!page.html.contains("150.00") && !page.html.contains("$30.00"))
            #expect(await bench.payeeSite.open("\(link)/year/2025").html.contains("Total<br><small>0 jobs"))
            for year in ["26", "20260", "-001", "9999", "0000", "abcd"] {
                #expect(await bench.payeeSite.open("\(link)/year/\(year)").status == 404, "\(year)")
            }
        }
        try await WorkBench.with(isOnboarded: false) { bench in
            let page = await bench.payeeSite.open("\(try await bench.ownLink())/year/2026")
            #expect(page.html.contains("Set Up Payments") && !page.html.contains("January"))
        }
    }

    @Test("a withdrawn link stops working, and a new link to the same payee works")
    func withdrawn() async throws {
        try await WorkBench.with { bench in
            let link = try await bench.ownLink()
            #expect(await bench.payeeSite.open(link).status == 200)
            let now = bench.money.clock.now
            try await bench.money.file.write {
                try $0.withdrawPageLinks(to: .payee, bench.payee.id, at: now)
            }
            for target in [link, "\(link)/processor", "\(link)/year/2026"] {
                let page = await bench.payeeSite.open(target)
                #expect(page.status == 404 && page.html.contains("link was withdrawn"))
            }
            #expect(await bench.payeeSite.send("\(link)/connect", [:]).status == 404)
            #expect(await bench.payeeSite.open(try await bench.ownLink()).status == 200)
        }
    }

    @Test("an unknown link and a quote's link lead nowhere")
    func unknown() async throws {
        try await WorkBench.with { bench in
            let quote = try await bench.quoted().link.replacing("/pay", with: "/-/payee")
            for link in ["/-/payee/AAAAAAAAAAAAAAAAAAAAAA", "/-/payee/x", quote] {
                for target in [link, "\(link)/processor"] {
                    let page = await bench.payeeSite.open(target)
                    #expect(page.status == 404 && page.html.contains("This link is not valid"))
                }
            }
        }
    }
}

extension String {
    /// The number of occurrences of a text.
    fileprivate func components(_ piece: String) -> Int { ranges(of: piece).count }
}

extension WorkBench {
    /// Pays and completes a job.
    fileprivate func completeJob(_ minor: Int64 = 150_00) async throws {
        let (quote, link) = try await quoted(minor)
        _ = await pay(link)
        let job = try #require(try await job(of: quote))
        _ = try await bookings.perform(.complete, on: job.id, by: .platform)
    }

    /// Completes a job of each amount at its time.
    fileprivate func completeJobs(_ jobs: [(String, Int64)]) async throws {
        for (time, minor) in jobs {
            let moment = try #require(Timestamp(iso8601: time))
            money.clock.advance(seconds: moment - money.clock.now)
            try await completeJob(minor)
        }
    }
}
