import DatabaseKit
import Giving
import ServerKit
import SimulationKit
import StaffAccess
import TapServer
import Testing

/// Sign-in to the pages below `/admin`.
@Suite struct StaffSignInTests {
    @Test("no page is shown before sign-in")
    func closed() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let stranger = StaffBrowser(site: bench.admin)
            for path in [
                "", "/", "/org/Grace", "/org/Grace/gifts", "/org/Grace/gifts/\(gift.id)",
                "/org/Grace/gifts.csv",
            ] {
                let page = try await stranger.open("/admin\(path)")
                #expect(page.says("<h1>Sign in</h1>") && !page.says("A Donor") && !page.says("$50.00"))
            }
        }
    }

    @Test("the right password leads to the organization; out again, and nothing is seen")
    func signIn() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open("/admin")
            #expect(page.says("<h1>Overview</h1>") && page.says("The Grace Church"))
            let out = try await browser.post("/admin/sign-out", ["csrf": page.hidden["csrf"] ?? ""])
            #expect(out.says("<h1>Sign in</h1>"))
            #expect(try await browser.open("/admin/org/Grace").says("<h1>Sign in</h1>"))
        }
    }

    @Test(
        "signing out, here or everywhere, clears what the browser keeps",
        arguments: [
            ("/admin/sign-out", [:]),
            ("/admin/account", ["do": "everywhere", "current": AdminBench.password]),
        ])
    func clearing(path: String, fields: [String: String]) async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let form = fields.merging(["csrf": try await browser.open("/admin").hidden["csrf"] ?? ""]) { $1 }
            let answer = await bench.admin.answer(
                PageRequest("POST", path, form: Visitor.encoded(form), cookies: browser.cookies))
            guard case .setting(_, .clearing(.redirect(to: "/admin/sign-in"))) = answer else {
                Issue.record("\(answer)")
                return
            }
        }
    }

    @Test("a member of several organizations chooses one")
    func several() async throws {
        try await AdminBench.with { bench in
            let page = try await bench.browser("both").open("/admin")
            #expect(page.says("href=\"/admin/org/Grace\"") && page.says("href=\"/admin/org/Hope\""))
        }
    }

    @Test("a wrong password and an unknown address get the same page")
    func wrong() async throws {
        try await AdminBench.with { bench in
            var browser = StaffBrowser(site: bench.admin)
            let known = try await browser.signIn("owner@example.org", "a wrong password")
            let unknown = try await browser.signIn("other@example.org", "a wrong password")
            #expect(known.status == 403 && known.says("The e-mail address or the password is wrong."))
            #expect(known.html.replacing("owner@", with: "other@") == unknown.html)
            #expect(!known.says("a wrong password"))
        }
    }

    @Test("a browser that has signed in before is not paused by others, and keeps its cookie for 400 days")
    func knownBrowser() async throws {
        try await AdminBench.with { bench in
            var browser = try await bench.browser("owner")
            let cookie = try #require(browser.browserCookie)
            #expect(cookie.hasPrefix("tapctl-browser=") && cookie.contains("; Max-Age=34560000; HttpOnly"))
            #expect(cookie.contains("; Path=/admin") && cookie.hasSuffix("; SameSite=Strict"))
            var stranger = StaffBrowser(site: bench.admin)
            for _ in 0..<5 { _ = try await stranger.signIn("owner@example.org", "a wrong password") }
            #expect(try await stranger.signIn("owner@example.org", AdminBench.password).status == 429)
            #expect(try await browser.signIn("owner@example.org", AdminBench.password).says("Overview"))
            #expect(browser.browserCookie == cookie)
        }
    }

    @Test("after five wrong passwords the right one waits, too, until the pause is over")
    func lockout() async throws {
        try await AdminBench.with { bench in
            var browser = StaffBrowser(site: bench.admin)
            for _ in 0..<5 { _ = try await browser.signIn("owner@example.org", "a wrong password") }
            let paused = try await browser.signIn("owner@example.org", AdminBench.password)
            #expect(paused.status == 429 && paused.says("sign-in is paused for 1 more minute"))
            // Somebody else signs in meanwhile.
            _ = try await bench.browser("treasurer")
            bench.bench.clock.advance(seconds: 60)
            #expect(try await browser.signIn("owner@example.org", AdminBench.password).says("Overview"))
        }
    }

    @Test("a cookie that is made up, or of a session that has ended, opens nothing")
    func forged() async throws {
        try await AdminBench.with { bench in
            var browser = try await bench.browser("owner")
            for forged in [
                "tapctl-admin=" + String(repeating: "A", count: 43), "tapctl-admin=", "tapctl-admin=../../x",
                "x=y",
                "tapctl-admin=" + String(repeating: "A", count: 9_000),
            ] {
                let page = try await StaffBrowser(site: bench.admin, cookie: forged).open("/admin/org/Grace")
                #expect(page.says("<h1>Sign in</h1>"))
            }
            bench.bench.clock.advance(seconds: 1_801)
            #expect(try await browser.open("/admin/org/Grace").says("<h1>Sign in</h1>"))
            #expect(try await browser.signIn("owner@example.org", AdminBench.password).says("Overview"))
        }
    }

    @Test("the cookie is only for these pages, and neither scripts nor other sites can use it")
    func cookie() async throws {
        var settings = AdminSettings()
        settings.isSecure = true
        try await AdminBench.with(settings: settings) { bench in
            let answer = await bench.admin.answer(PageRequest("GET", "/admin/sign-in"))
            guard case .setting(let cookie, _) = answer else {
                Issue.record("no cookie")
                return
            }
            #expect(
                cookie.text.hasPrefix("__Host-tapctl-admin=")
                    && cookie.text.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Secure"))
        }
    }

    @Test("the token from before the sign-in is invalid afterwards")
    func fixation() async throws {
        try await AdminBench.with { bench in
            var browser = StaffBrowser(site: bench.admin)
            _ = try await browser.signIn("owner@example.org", "a wrong password")
            let before = browser
            _ = try await browser.signIn("owner@example.org", AdminBench.password)
            #expect(before.cookie != nil && before.cookie != browser.cookie)
            #expect(try await before.open("/admin/org/Grace").says("<h1>Sign in</h1>"))
        }
    }

    @Test("a form without its token, or with another's, does nothing")
    func forgedForms() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let (owner, other) = (try await bench.browser("owner"), try await bench.browser("both"))
            let foreign = try await other.open("/admin/org/Grace").hidden["csrf"] ?? ""
            let refund = ["key": String(repeating: "k", count: 22), "amount": "50.00"]
            for token in ["", foreign, String(repeating: "A", count: 43)] {
                for path in ["/admin/org/Grace/gifts/\(gift.id)/refund", "/admin/sign-out", "/admin/sign-in"]
                {
                    let page = try await owner.post(path, refund.merging(["csrf": token]) { $1 })
                    #expect(page.status == 403 && page.says("no longer valid"), "\(path)")
                }
            }
            #expect(try await owner.open("/admin/org/Grace").says("Overview"))
            #expect(try await bench.bench.gifts().first?.refundedMinor == 0)
        }
    }

    @Test("a removed member is signed out with the next page")
    func removed() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("owner")
            _ = try await bench.staff.remove(try #require(StaffAddress("owner@example.org")))
            #expect(try await browser.open("/admin/org/Grace").says("<h1>Sign in</h1>"))
        }
    }
}
