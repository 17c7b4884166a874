import Testing

@testable import TapServer

/// The links of each product, from the link to the result: no page and no redirect contains a token.
@Suite struct ProductLinkTests {
    /// Checks that neither the page nor its address, nor a redirect before it, contains a token of a link.
    private static func check(_ page: Page, _ token: String, _ browser: LinkBrowser) {
        #expect(!page.says(token))
        for address in [page.target] + page.actions + browser.redirects {
            let segments = address.prefix { $0 != "?" }.split(separator: "/").map(String.init)
            #expect(!segments.contains(where: OpenedLinks.isToken), "\(address)")
        }
    }

    @Test("a contract is paid, and its papers are read")
    func contract() async throws {
        try await ContractBench.with { bench in
            let link = try await bench.sent().link
            let token = String(link.dropFirst("/pay/".count))
            var browser = LinkBrowser { await bench.site.answer($0) }
            let page = try await browser.open(link)
            Self.check(page, token, browser)
            let action = try #require(page.action)
            let paid = try await browser.post(action, ["method": "pm_card_visa"])
            #expect(paid.says("Payment confirmed") && paid.target == page.target)
            Self.check(paid, token, browser)
            for paper in ["sheet", "invoice"] {
                let shown = try await browser.open("\(page.target)/\(paper)")
                #expect(shown.status == 200)
                Self.check(shown, token, browser)
            }
        }
    }

    @Test("a plan is bought and ended, and each of its two links has an address of its own")
    func plan() async throws {
        try await PlanBench.with { bench in
            var browser = LinkBrowser { await bench.site.answer($0) }
            let offer = try await browser.open("/plan/plus")
            let link = try #require(offer.action)
            let token = String(link.dropFirst("/-/plan/".count))
            let review = try await browser.open("\(link)?plan=plus&interval=month")
            Self.check(review, token, browser)
            let fields = review.hidden.merging([
                "name": "Ann", "email": "ann@example.org", "method": "pm_card_visa",
            ]) { $1 }
            let action = try #require(review.action)
            let declined = try await browser.post(
                action, fields.merging(["method": "pm_card_visa_chargeDeclined"]) { $1 })
            #expect(declined.status != 200)
            Self.check(declined, token, browser)
            let bought = try await browser.post(action, fields)
            #expect(bought.says("You have Plus") && bought.target != action)
            Self.check(bought, token, browser)
            #expect(try await browser.open(bought.target).says("You have Plus"))
            let ended = try await browser.post("\(bought.target)/change", ["change": "now"])
            #expect(ended.says("Your plan is Free") && ended.target == bought.target)
            Self.check(ended, token, browser)
        }
    }

    @Test("a payee sets up payouts, and reads the earnings")
    func payee() async throws {
        try await WorkBench.with(isOnboarded: false) { bench in
            let link = try await bench.ownLink()
            let token = String(link.dropFirst("/-/payee/".count))
            var browser = LinkBrowser { await bench.payeeSite.answer($0) }
            let page = try await browser.open(link)
            Self.check(page, token, browser)
            let processor = try await browser.post(try #require(page.action), [:])
            Self.check(processor, token, browser)
            let earnings = try await browser.post(
                try #require(processor.action), ["outcome": "complete"])
            #expect(earnings.target == page.target && earnings.says("Completed jobs"))
            Self.check(earnings, token, browser)
            let year = try await browser.open("\(page.target)/year/2026")
            #expect(year.status == 200)
            Self.check(year, token, browser)
        }
    }

    @Test("a guardian pays a fee")
    func dependent() async throws {
        try await DependentBench.with { bench in
            let link = try await bench.enroll([DependentPageTests.dependent()])
            let token = String(link.dropFirst("/-/dependents/".count))
            var browser = LinkBrowser { await bench.site.answer($0) }
            let list = try await browser.open(link)
            Self.check(list, token, browser)
            let review = try await browser.open(try #require(list.links.first))
            Self.check(review, token, browser)
            let fields = review.chosen.merging(review.hidden) { $1 }
            let paid = try await browser.post(try #require(review.action), fields)
            #expect(paid.says("تم الدفع") && paid.target == "\(list.target)/dep_husam/confirmation")
            Self.check(paid, token, browser)
        }
    }

    @Test("a member chooses a new password")
    func password() async throws {
        var settings = AdminSettings()
        settings.sendsMail = true
        try await AdminBench.with(settings: settings) { bench in
            var browser = LinkBrowser { await bench.admin.answer($0) }
            let path = "/admin/forgotten-password"
            let form = try await browser.open(path).hidden
            _ = try await browser.post(path, form.merging(["email": "owner@example.org"]) { $1 })
            let address = try SiteBench.address
            try await bench.admin.sendPasswordLinks(
                by: bench.bench.mailbox, from: "no-reply@give.example.org", leadingTo: address)
            let letter = try #require(bench.bench.mailbox.letters.first)
            let url = try #require(letter.lines.first { $0.hasPrefix(address.text) })
            let link = String(url.dropFirst(address.text.count))
            let token = String(link.dropFirst("/admin/new-password/".count))
            #expect(OpenedLinks.isToken(token), "the letter contains the token")
            let page = try await browser.open(link)
            #expect(page.status == 200)
            Self.check(page, token, browser)
            let password = "another sentence of one's own"
            let action = try #require(page.action)
            let unequal = try await browser.post(
                action, page.hidden.merging(["new": password, "again": "other"]) { $1 })
            #expect(unequal.says("do not match"))
            Self.check(unequal, token, browser)
            let done = try await browser.post(
                action, page.hidden.merging(["new": password, "again": password]) { $1 })
            #expect(done.says("<h1>Sign in</h1>"))
        }
    }
}
