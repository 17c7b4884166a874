import DatabaseKit
import Foundation
import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import ServerKit
import SimulationKit
import StaffAccess
import Synchronization
import TagRegistry
import TapServer
import Testing
import TimeKit

/// The live view as it runs, without a socket: a look is taken whenever the test says so.
@Suite(.timeLimit(.minutes(2))) struct LiveStreamTests {
    /// Lets watchers look, one look after another.
    private final class Looks: Sendable {
        private let (stream, next) = AsyncStream<Void>.makeStream()
        private let steady = Mutex(Duration.zero)

        var settings: LiveSettings {
            var settings = LiveSettings()
            settings.clock = MonotonicClock { [self] in steady.withLock { $0 } }
            settings.pause = { [self] _ in
                var looks = stream.makeAsyncIterator()
                guard await looks.next() != nil else { throw CancellationError() }
            }
            return settings
        }

        func look(after duration: Duration = .milliseconds(500)) {
            steady.withLock { $0 += duration }
            next.yield()
        }
    }

    private static func with<Value>(
        mostStreams: Int = 64, _ body: (AdminBench, Looks) async throws -> Value
    ) async throws -> Value {
        let looks = Looks()
        var settings = looks.settings
        settings.limits.ofServer = mostStreams
        return try await AdminBench.with(live: settings) { try await body($0, looks) }
    }

    private static func ask(
        _ browser: StaffBrowser, _ query: String = "", of organization: String = "Grace",
        after id: String? = nil
    ) async -> PageResponse {
        await browser.site.answer(
            PageRequest(
                "GET", "/admin/org/\(organization)/live/events\(query)", cookies: browser.cookies,
                lastEventID: id))
    }

    private static func stream(
        _ browser: StaffBrowser, _ query: String = "", of organization: String = "Grace",
        after id: String? = nil
    ) async throws -> LiveEvents {
        let answer = await ask(browser, query, of: organization, after: id)
        guard case .events(let events) = answer else {
            Issue.record("no stream: \(answer)")
            throw CancellationError()
        }
        return events
    }

    private static func status(_ answer: PageResponse) -> Int? {
        switch answer {
        case .page(let status, _), .retry(_, .page(let status, _)): status
        default: nil
        }
    }

    @Test("a gift and a tap are sent as the page shows them, and nothing identifies the donor")
    func told() async throws {
        try await Self.with { bench, looks in
            let browser = try await bench.browser("reader")
            var stream = try await Self.stream(browser).makeAsyncIterator()
            let first = Streamed.events(try #require(await stream.next()))
            #expect(first.map(\.name) == ["all"] && first[0].data.contains("No taps or gifts yet."))
            try await bench.give("12.50", fund: "13")
            _ = try await bench.bench.giving.record(
                tap: "https://appclip.tap.giving/Grace?f=12&r=0", nil, organization: "Grace", source: .tag)
            looks.look()
            let news = Streamed.events(try #require(await stream.next()))
            #expect(news.map(\.name) == ["row", "row", "today"])
            let told = news.map(\.data).joined()
            for word in [
                "$12.50", "<bdi>Building</bdi>", "succeeded", "Gift", "Tap",
                "given today, after refunds (1 gift)</span>",
            ] {
                #expect(told.contains(word), "\(word)")
            }
            #expect(!told.contains("A Donor") && !told.contains("donor@") && !told.contains("donor_"))
            let page = try await browser.open("/admin/org/Grace/live")
            for event in news where event.name == "row" {
                #expect(page.says(event.data.trimmingCharacters(in: .newlines)))
            }
            #expect(!page.says("A Donor") && !page.says("donor@") && page.says("$12.50"))
        }
    }

    @Test("a browser that comes again hears what it missed, once, and goes on from the page as from an event")
    func again() async throws {
        try await Self.with { bench, looks in
            let browser = try await bench.browser("treasurer")
            try await bench.give("10.00")
            let page = try await browser.open("/admin/org/Grace/live")
            let after = try #require(page.html.firstMatch(of: /after=([0-9a-f]+-[0-9]+)/)?.1)
            try await bench.give("20.00")
            var first = try await Self.stream(browser, "?after=\(after)").makeAsyncIterator()
            let known = Streamed.events(try #require(await first.next()))
            #expect(known.map(\.name) == ["row", "today"] && known[0].data.contains("$20.00"))
            try await bench.give("30.00")
            looks.look()
            let heard = Streamed.events(try #require(await first.next()))
            #expect(heard.map(\.name) == ["row", "today"] && heard[0].data.contains("$30.00"))

            // It has heard of the row, and not of the sum; a gift comes while it is away.
            try await bench.give("40.00")
            var second = try await Self.stream(browser, "?after=\(after)", after: heard[0].id)
                .makeAsyncIterator()
            let missed = Streamed.events(try #require(await second.next()))
            #expect(missed.map(\.name) == ["today", "row", "today"])
            #expect(missed[1].data.contains("$40.00") && missed[2].data.contains("$100.00"))
            #expect(missed[0].id == heard[1].id)

            // What it sends back is of another server's log, or of none.
            for id in ["5f-3", "nonsense", String(repeating: "9", count: 5_000)] {
                var other = try await Self.stream(browser, after: id).makeAsyncIterator()
                let all = Streamed.events(try #require(await other.next()))
                #expect(all.map(\.name) == ["all"] && all[0].data.contains("$40.00"))
            }
        }
    }

    @Test("a change of a gift is sent under its id, and midnight is sent, too")
    func changes() async throws {
        try await Self.with { bench, looks in
            let browser = try await bench.browser("owner")
            let gift = try await bench.give("50.00")
            var stream = try await Self.stream(browser).makeAsyncIterator()
            _ = await stream.next()
            _ = try await bench.bench.giving.refund(gift.id, amount: nil, reason: nil)
            looks.look()
            let back = Streamed.events(try #require(await stream.next()))
            #expect(back.map(\.name) == ["row", "today"])
            #expect(back[0].data.contains("<tr id=\"\(gift.id)\"") && back[0].data.contains("refunded"))
            bench.bench.clock.advance(seconds: 86_400)
            looks.look()
            // The sign-in is over by then: nothing more is sent.
            #expect(await stream.next() == nil)
            let later = try await bench.browser("owner").open("/admin/org/Grace/live")
            #expect(later.says("31 Jan, ") && later.says("$0.00</strong>"))
        }
    }

    @Test("another organization's stream is not found, and a role that sees no gifts has none")
    func scope() async throws {
        try await Self.with { bench, _ in
            let (hope, both) = (try await bench.browser("hope"), try await bench.browser("both"))
            for path in ["/live", "/live/events"] {
                let page = try await hope.open("/admin/org/Grace\(path)")
                #expect(page.status == 404, "\(path)")
                #expect(
                    try await bench.browser("tags").open("/admin/org/Grace\(path)").status == 403, "\(path)")
            }
            // A cursor of another organization's log gives no access to it, and its events are not sent here.
            func events(_ browser: StaffBrowser, of organization: String, after id: String) async throws
                -> String
            {
                var stream = try await Self.stream(browser, of: organization, after: id).makeAsyncIterator()
                return try #require(await stream.next())
            }
            let grace = Streamed.events(try await events(both, of: "Grace", after: ""))[0].id
            let own = Streamed.events(try await events(hope, of: "Hope", after: grace))
            #expect(own.map(\.name) == ["all"])
            try await bench.give("77.00")
            try await bench.give("5.00", to: "Hope")
            #expect(try await events(both, of: "Grace", after: grace).contains("$77.00"))
            let news = try await events(hope, of: "Hope", after: own[0].id)
            #expect(news.contains("$5.00") && !news.contains("77.00") && !news.contains("Missions"))
        }
    }

    @Test("a stream requires a sign-in, and ends with it")
    func signedOut() async throws {
        try await Self.with { bench, looks in
            #expect(Self.status(await Self.ask(StaffBrowser(site: bench.admin))) == 403)
            #expect(
                Self.status(await Self.ask(StaffBrowser(site: bench.admin, cookie: "tapctl-admin=forged")))
                    == 403)
            let browser = try await bench.browser("treasurer")
            var stream = try await Self.stream(browser).makeAsyncIterator()
            _ = await stream.next()
            let token = try await browser.open("/admin/org/Grace/live").hidden["csrf"] ?? ""
            _ = try await browser.post("/admin/sign-out", ["csrf": token])
            try await bench.give("50.00")
            looks.look()
            #expect(await stream.next() == nil)
            #expect(Self.status(await Self.ask(browser)) == 403)
        }
    }

    @Test("a stream that is open keeps a sign-in for 12 hours at most, and ends at a heartbeat without news")
    func expired() async throws {
        try await Self.with { bench, looks in
            var stream = try await Self.stream(try await bench.browser("treasurer")).makeAsyncIterator()
            _ = await stream.next()
            for _ in 0..<(StaffSession.longest / 1_200 - 1) {
                bench.bench.clock.advance(seconds: 1_200)
                looks.look(after: .seconds(15))
                #expect(await stream.next() == ":\n\n")
            }
            bench.bench.clock.advance(seconds: 1_200)
            looks.look(after: .seconds(15))
            #expect(await stream.next() == nil)
        }
    }

    @Test(
        "a sign-in has at most four streams, and a server a fixed number; a stream that ends frees its slot"
    )
    func limits() async throws {
        try await Self.with(mostStreams: 5) { bench, _ in
            let (one, other) = (try await bench.browser("treasurer"), try await bench.browser("reader"))
            var open: [LiveEvents] = []
            for _ in 0..<4 { open.append(try await Self.stream(one)) }
            #expect(Self.status(await Self.ask(one)) == 429)
            open.append(try await Self.stream(other))
            guard case .retry(after: 10, .page(503, let document)) = await Self.ask(other) else {
                Issue.record("a sixth stream was opened")
                return
            }
            #expect(document.text.contains("5 are open on this server"))
            open[0].end()
            open[0].end()
            _ = try await Self.stream(other)
            open.removeLast(2)
            _ = try await Self.stream(one)
        }
    }

    @Test("a member with many sign-ins has eight streams, and another organization's member still gets one")
    func member() async throws {
        try await Self.with { bench, _ in
            var open: [LiveEvents] = []
            for _ in 0..<4 {
                let browser = try await bench.browser("reader")
                for _ in 0..<2 { open.append(try await Self.stream(browser)) }
            }
            let ninth = await Self.ask(try await bench.browser("reader"))
            guard case .retry(after: 10, .page(429, let document)) = ninth else {
                Issue.record("a ninth stream was opened")
                return
            }
            #expect(document.text.contains("8 are open in all your sessions together"))
            open.append(try await Self.stream(try await bench.browser("hope"), of: "Hope"))
            open[0].end()
            _ = try await Self.stream(try await bench.browser("reader"))
        }
    }

    @Test(
        "seats are sent only if requested, only to roles that may see them, and never another organization's")
    func seats() async throws {
        try await Self.with { bench, _ in
            try await bench.bench.file.write { transaction in
                try transaction.save(Batch(name: "Main hall", created: SiteBench.start))
                for (number, org) in [(1, "grace"), (2, "Hope")] {
                    try transaction.save(
                        BatchRow(
                            batch: "Main hall", number: number, seat: "A\(number)", org: org,
                            url: "https://appclip.tap.giving/\(org)?r=0", tagID: "t\(number)",
                            changed: SiteBench.start))
                }
            }
            for tag in ["t1", "t2", "t3"] {
                let tap = try await bench.bench.giving.record(
                    tap: "https://appclip.tap.giving/Grace?t=\(tag)", nil, organization: "Grace", source: .tag
                )
                try await bench.bench.file.write { transaction in
                    try transaction.save(SeenTap(id: tap.id, tagID: tag, time: tap.created))
                }
            }
            for (name, query, shows) in [
                ("reader", "", false), ("reader", "?seats=1", true), ("owner", "?seats=1", true),
                ("treasurer", "?seats=1", false),
            ] {
                let browser = try await bench.browser(name)
                let page = try await browser.open("/admin/org/Grace/live\(query)")
                var stream = try await Self.stream(browser, query).makeAsyncIterator()
                for text in [page.html, try #require(await stream.next())] {
                    #expect(text.contains("<bdi>A1</bdi>") == shows, "\(name)\(query)")
                    #expect(
                        text.contains("<bdi>t3</bdi>") == shows && !text.contains("A2")
                            && !text.contains("t2"))
                }
                #expect(
                    page.says("Show seats (for test runs only)") == (name != "treasurer" && query.isEmpty))
            }
        }
    }

    @Test("names of funds and seats are escaped in the stream", arguments: HostileNameTests.names)
    func hostileNames(name: String) async throws {
        try await Self.with { bench, looks in
            try await bench.bench.file.write { transaction in
                _ = try transaction.addFund("9", name: name, to: "Grace", at: SiteBench.start)
                try transaction.save(Batch(name: "Main hall", created: SiteBench.start))
                try transaction.save(
                    BatchRow(
                        batch: "Main hall", number: 1, seat: name, org: "Grace",
                        url: "https://appclip.tap.giving/Grace?r=0", tagID: "t1", changed: SiteBench.start))
            }
            let browser = try await bench.browser("owner")
            var stream = try await Self.stream(browser, "?seats=1").makeAsyncIterator()
            _ = await stream.next()
            try await bench.give("12.50", fund: "9")
            let tap = try await bench.bench.giving.record(
                tap: "https://appclip.tap.giving/Grace?t=t1", nil, organization: "Grace", source: .tag)
            try await bench.bench.file.write { transaction in
                try transaction.save(SeenTap(id: tap.id, tagID: "t1", time: tap.created))
            }
            looks.look()
            let news = try #require(await stream.next())
            let html = Streamed.events(news).map(\.data).joined()
            let text: HTML = "<bdi>\(name)</bdi>"
            #expect(html.components(separatedBy: text.text).count == 3, "\(html)")
            #expect(HostileNameTests.broken(html) == [])
        }
    }

    @Test("the page works without its script, which is a file and never inline")
    func page() async throws {
        try await Self.with { bench, _ in
            try await bench.give("50.00", name: "<script>alert(1)</script>")
            let page = try await bench.browser("owner").open("/admin/org/Grace/live")
            #expect(
                page.status == 200 && page.says("$50.00") && page.says("Test mode: no real charges"))
            #expect(page.says("<noscript><meta http-equiv=\"refresh\" content=\"15\"></noscript>"))
            #expect(page.says(">Reload</a>") && page.says("aria-live=\"polite\""))
            #expect(page.html.matches(of: /<script/).count == 1)
            #expect(page.says("<script src=\"/admin/live.js\" defer></script>\n"))
            guard
                case .file(200, let type, let script) = await bench.admin.answer(
                    PageRequest("GET", "/admin/live.js"))
            else {
                Issue.record("there is no script")
                return
            }
            #expect(type == "text/javascript; charset=utf-8" && script.contains("new EventSource"))
        }
    }
}
