import ServerKit
import SimulationKit
import StaffAccess
import TapServer
import Testing
import TextKit
import TimeKit

/// The page of the second factor, during sign-in and afterwards.
@Suite struct SecondFactorTests {
    static let path = "/admin/second-factor"

    /// The settings of a server that other machines can reach.
    private static var openToOthers: AdminSettings {
        var settings = AdminSettings()
        settings.requiresSecondFactor = true
        settings.siteName = "give.example.org"
        settings.qrCode = { "<svg>\($0)</svg>" }
        return settings
    }

    @Test(
        "S-8: owners and treasurers must add a factor before any page, if other machines reach the pages",
        arguments: ["owner", "treasurer"])
    func required(name: String) async throws {
        try await AdminBench.with(settings: Self.openToOthers) { bench in
            var browser = StaffBrowser(site: bench.admin)
            let page = try await browser.signIn("\(name)@example.org", AdminBench.password)
            #expect(page.says("<h1>Add second factor</h1>"))
            #expect(page.says("<svg>otpauth://totp/give.example.org:\(name)%40example.org?secret="))
            for path in ["/admin", "/admin/org/Grace", "/admin/org/Grace/gifts.csv"] {
                #expect(try await browser.open(path).says("<h1>Sign in</h1>"), "\(path)")
            }
            let wrong = try await browser.send(Self.path, page.hidden.merging(["code": "000000"]) { $1 })
            #expect(wrong.status == 403 && wrong.hidden["sealed"] == page.hidden["sealed"])
            let added = try await browser.send(
                Self.path, page.hidden.merging(["code": try bench.code(page)]) { $1 })
            #expect(added.says("<h1>Your recovery codes</h1>"))
            #expect(added.html.matches(of: /<li><span class="code">[A-Z2-7-]{32}<\/span>/).count == 10)
            #expect(try await browser.open("/admin").says("<h1>Overview</h1>"))
        }
    }

    @Test("roles that change no money sign in with the password alone", arguments: ["tags", "reader"])
    func notRequired(name: String) async throws {
        try await AdminBench.with(settings: Self.openToOthers) { bench in
            var browser = StaffBrowser(site: bench.admin)
            let page = try await browser.signIn("\(name)@example.org", AdminBench.password)
            #expect(page.says("Sign out") && !page.says("Add second factor"))
        }
    }

    @Test("a session without a factor opens no page of a server that requires one")
    func earlierSession() async throws {
        try await AdminBench.with { bench in
            let session = try await bench.browser("owner")
            let admin = AdminController(
                giving: bench.bench.giving, staff: bench.staff, settings: Self.openToOthers, random: { 7 })
            let browser = StaffBrowser(site: admin, cookie: session.cookie)
            #expect(try await browser.open("/admin/org/Grace").says("<h1>Sign in</h1>"))
            #expect(try await session.open("/admin/org/Grace").says("<h1>Overview</h1>"))
            let csrf = try #require(try await browser.open(Self.path).hidden["csrf"])
            #expect(try await browser.post("/admin/sign-out", ["csrf": csrf]).says("<h1>Sign in</h1>"))
            #expect(try await session.open("/admin/org/Grace").says("<h1>Sign in</h1>"))
        }
    }

    @Test("on this machine a factor is optional; adding it needs the password, and then sign-ins need codes")
    func optional() async throws {
        try await AdminBench.with { bench in
            var browser = try await bench.browser("owner")
            let page = try await browser.open(Self.path)
            #expect(page.says("<h1>Add second factor</h1>") && !page.says("<svg"))
            var form = page.hidden
            form["code"] = try bench.code(page)
            form["password"] = "a wrong password"
            #expect(try await browser.send(Self.path, form).status == 403)
            form["password"] = AdminBench.password
            #expect(try await browser.send(Self.path, form).says("<h1>Your recovery codes</h1>"))
            #expect(try await browser.open(Self.path).says("You have 10 unused recovery codes."))

            bench.bench.clock.advance(seconds: 30)
            var other = StaffBrowser(site: bench.admin)
            let asked = try await other.signIn("owner@example.org", AdminBench.password)
            #expect(asked.says("<h1>Enter a code</h1>") && !asked.says("Sign out"))
            #expect(try await other.open("/admin/org/Grace").says("<h1>Sign in</h1>"))
            let signedIn = try await other.send(
                Self.path, asked.hidden.merging(["code": try bench.code(page)]) { $1 })
            #expect(signedIn.says("<h1>Overview</h1>"))
        }
    }

    @Test("wrong codes get 403 and then a pause, and the page does not repeat them")
    func wrongCodes() async throws {
        try await AdminBench.with { bench in
            _ = try await bench.addFactor("owner")
            var browser = StaffBrowser(site: bench.admin)
            let asked = try await browser.signIn("owner@example.org", AdminBench.password)
            for status in [403, 403, 403, 403, 429] {
                let page = try await browser.send(
                    Self.path, asked.hidden.merging(["code": "987654"]) { $1 })
                #expect(page.status == status && !page.says("987654"))
            }
        }
    }

    @Test("after five minutes, the password has to be entered again")
    func expired() async throws {
        try await AdminBench.with { bench in
            let (page, _) = try await bench.addFactor("owner")
            var browser = StaffBrowser(site: bench.admin)
            let asked = try await browser.signIn("owner@example.org", AdminBench.password)
            bench.bench.clock.advance(seconds: 300)
            let late = try await browser.send(
                Self.path, asked.hidden.merging(["code": try bench.code(page)]) { $1 })
            #expect(late.status == 403 && late.says("<h1>Sign in</h1>") && late.says("no longer valid"))
        }
    }

    @Test("a recovery code signs in, replaces the others, and removes the factor with every session")
    func recovery() async throws {
        try await AdminBench.with { bench in
            let (_, codes) = try await bench.addFactor("owner")
            var browser = StaffBrowser(site: bench.admin)
            let asked = try await browser.signIn("owner@example.org", AdminBench.password)
            let home = try await browser.send(
                Self.path, asked.hidden.merging(["code": codes[0].lowercased()]) { $1 })
            #expect(home.says("<h1>Overview</h1>"))
            let csrf = try #require(home.hidden["csrf"])
            let again = ["csrf": csrf, "do": "renew", "code": codes[0]]
            #expect(try await browser.send(Self.path, again).status == 403)
            let renewed = try await browser.send(
                Self.path, ["csrf": csrf, "do": "renew", "code": codes[1]])
            let fresh = renewed.html.matches(of: /[A-Z2-7-]{32}/).map { String($0.output) }
            #expect(fresh.count == 10 && Set(fresh).isDisjoint(with: codes))
            let removed = try await browser.send(
                Self.path, ["csrf": csrf, "do": "remove", "code": fresh[0]])
            #expect(removed.says("<h1>Sign in</h1>"))
            #expect(try await browser.signIn("owner@example.org", AdminBench.password).says("Overview"))
        }
    }
}

extension AdminBench {
    /// Returns the code that an app shows now for the key on a page.
    func code(_ page: Page) throws -> String {
        let key = try #require(page.html.firstMatch(of: /<span class="code">([A-Z2-7 ]{39})<\/span>/)).1
        let secret = try #require(Base32.bytes(of: key.filter { $0 != " " }))
        return TOTP.code(secret: secret, step: TOTP.step(at: bench.clock.wallClock.now()))
    }

    /// Adds a factor to a member. Returns the page with its key, and the recovery codes.
    func addFactor(_ name: String) async throws -> (page: Page, codes: [String]) {
        var browser = try await browser(name)
        let page = try await browser.open(SecondFactorTests.path)
        let fields = ["code": try code(page), "password": Self.password]
        let added = try await browser.send(SecondFactorTests.path, page.hidden.merging(fields) { $1 })
        return (page, added.html.matches(of: /[A-Z2-7-]{32}/).map { String($0.output) })
    }
}
