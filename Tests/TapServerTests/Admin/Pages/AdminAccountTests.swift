import SimulationKit
import StaffAccess
import TapServer
import Testing

/// The page of a member's own account.
@Suite struct AdminAccountTests {
    private static let path = "/admin/account"
    private static let new = "another sentence of one's own"

    private func form(_ browser: StaffBrowser, _ fields: [String: String]) async throws -> [String: String] {
        let csrf = try await browser.open(Self.path).hidden["csrf"] ?? ""
        return fields.merging(["csrf": csrf]) { $1 }
    }

    private static func change(from current: String, to new: String, again: String? = nil) -> [String: String]
    {
        ["do": "password", "current": current, "new": new, "again": again ?? new]
    }

    @Test("S-8: a member of any role changes their password, which ends their other sessions")
    func password() async throws {
        try await AdminBench.with { bench in
            for name in ["owner", "tags", "reader", "both"] {
                let (here, elsewhere) = (try await bench.browser(name), try await bench.browser(name))
                let form = try await form(here, Self.change(from: AdminBench.password, to: Self.new))
                let page = try await here.post(Self.path, form)
                #expect(page.status == 200 && page.says("Your password was changed."))
                #expect(try await here.open(Self.path).says("<h1>Your account</h1>"))
                #expect(try await elsewhere.open(Self.path).says("<h1>Sign in</h1>"))
                var browser = StaffBrowser(site: bench.admin)
                let old = try await browser.signIn("\(name)@example.org", AdminBench.password)
                #expect(old.status == 403)
                let signedIn = try await browser.signIn("\(name)@example.org", Self.new)
                #expect(signedIn.status == 200)
            }
            let rows = try await bench.rows(.changePassword)
            #expect(rows.count == 4 && rows.allSatisfy { $0.event.outcome == "done" })
            #expect(rows.last?.event.actor == .staff(try await bench.member("owner")))
        }
    }

    @Test("the account page links to the second factor, and says whether one is set up")
    func factor() async throws {
        try await AdminBench.with { bench in
            let page = try await bench.browser("reader").open(Self.path)
            #expect(page.says("href=\"/admin/second-factor\">Add second factor</a>"))
            #expect(page.says("<a href=\"/admin\"><strong>Home page</strong></a>"))
        }
    }

    @Test(
        "a refused change is explained, and the password stays the same",
        arguments: [
            (change(from: "wrong", to: new), "Your current password is wrong", "wrongCurrentPassword"),
            (change(from: AdminBench.password, to: "brief one"), "fewer than 12 characters", "weakPassword"),
            (change(from: AdminBench.password, to: "a hill with a church"), "“church”", "weakPassword"),
            (change(from: AdminBench.password, to: new, again: "other"), "passwords do not match", nil),
        ])
    func refused(fields: [String: String], words: String, code: String?) async throws {
        try await AdminBench.with { bench in
            let (browser, elsewhere) = (try await bench.browser("owner"), try await bench.browser("owner"))
            let page = try await browser.post(Self.path, try await form(browser, fields))
            #expect(page.status == 422 && page.says(words) && page.says("role=\"alert\""))
            #expect(!page.says(fields["new"] ?? ""))
            #expect(try await elsewhere.open(Self.path).says("<h1>Your account</h1>"))
            #expect(try await bench.rows(.changePassword).map(\.event.refusal) == (code.map { [$0] } ?? []))
            _ = try await bench.browser("owner")
        }
    }

    @Test("a member sees their sessions, and ends one of them")
    func session() async throws {
        try await AdminBench.with { bench in
            let elsewhere = try await bench.browser("owner")
            bench.bench.clock.advance(seconds: 60)
            let here = try await bench.browser("owner")
            let page = try await here.open(Self.path)
            #expect(page.says("This browser") && page.says("Another browser"))
            let id = try #require(page.html.firstMatch(of: #/<option value="([0-9a-f]{16})">/#)?.1)
            var fields = ["do": "session", "session": String(id), "current": "wrong"]
            let refused = try await here.post(Self.path, try await form(here, fields))
            #expect(refused.says("Your current password is wrong"))
            #expect(try await elsewhere.open(Self.path).says("<h1>Your account</h1>"))
            fields["current"] = AdminBench.password
            let ended = try await here.post(Self.path, try await form(here, fields))
            #expect(!ended.says("Another browser"))
            #expect(try await elsewhere.open(Self.path).says("<h1>Sign in</h1>"))
            #expect(try await bench.rows(.endSessions).map(\.event.refusal) == ["", "wrongCurrentPassword"])
        }
    }

    @Test("a member whom others try to lock out changes the password, and the browser stays known")
    func knownBrowser() async throws {
        try await AdminBench.with { bench in
            var browser = try await bench.browser("owner")
            let cookie = browser.browserCookie
            let lockOut = {
                var stranger = StaffBrowser(site: bench.admin)
                for _ in 0..<5 { _ = try await stranger.signIn("owner@example.org", "a wrong password") }
            }
            try await lockOut()
            let form = try await form(browser, Self.change(from: AdminBench.password, to: Self.new))
            #expect(try await browser.send(Self.path, form).says("Your password was changed."))
            #expect(browser.browserCookie != cookie)
            try await lockOut()
            #expect(try await browser.signIn("owner@example.org", Self.new).says("<h1>Overview</h1>"))
        }
    }

    @Test("a member signs out everywhere")
    func everywhere() async throws {
        try await AdminBench.with { bench in
            let browsers = [try await bench.browser("owner"), try await bench.browser("owner")]
            let fields = ["do": "everywhere", "current": AdminBench.password]
            let page = try await browsers[0].post(Self.path, try await form(browsers[0], fields))
            #expect(page.says("<h1>Sign in</h1>"))
            for browser in browsers {
                #expect(try await browser.open(Self.path).says("<h1>Sign in</h1>"))
            }
            #expect(try await bench.rows(.endSessions).count == 1)
        }
    }

    @Test("without a sign-in or the form's token nothing is shown or done")
    func closed() async throws {
        try await AdminBench.with { bench in
            #expect(try await StaffBrowser(site: bench.admin).open(Self.path).says("<h1>Sign in</h1>"))
            let browser = try await bench.browser("owner")
            let fields = Self.change(from: AdminBench.password, to: Self.new)
            #expect(try await browser.post(Self.path, fields.merging(["csrf": "0"]) { $1 }).status == 403)
            _ = try await bench.browser("owner")
        }
    }
}
