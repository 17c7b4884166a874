import ServerKit
import SimulationKit
import StaffAccess
import Testing

@testable import TapServer

/// A new password with a link by e-mail.
@Suite struct ForgottenPasswordTests {
    private static let path = "/admin/forgotten-password"
    private static let new = "another sentence of one's own"

    private func with(
        sendsMail: Bool = true, _ body: (AdminBench) async throws -> Void
    ) async throws {
        var settings = AdminSettings()
        settings.sendsMail = sendsMail
        try await AdminBench.with(settings: settings) { try await body($0) }
    }

    /// Requests a link for an address, and returns the page and all links that were sent up to now.
    private func ask(
        _ email: String, by browser: inout StaffBrowser, in bench: AdminBench
    ) async throws -> (page: Page, links: [String]) {
        let form = try await browser.form(at: Self.path)
        let page = try await browser.post(Self.path, form.merging(["email": email]) { $1 })
        try await bench.admin.sendPasswordLinks(
            by: bench.bench.mailbox, from: "no-reply@give.example.org", leadingTo: try SiteBench.address)
        let start = try SiteBench.address.text
        let links = bench.bench.mailbox.letters.flatMap(\.lines).filter { $0.hasPrefix(start) }
        return (page, links.map { String($0.dropFirst(start.count)) })
    }

    @Test("a member chooses a new password with the link, once, and then signs in with it")
    func reset() async throws {
        try await with { bench in
            let signedIn = try await bench.browser("treasurer")
            var browser = StaffBrowser(site: bench.admin)
            let sent = try await ask("Treasurer@example.org", by: &browser, in: bench)
            let letter = try #require(bench.bench.mailbox.letters.first)
            #expect(letter.to == "treasurer@example.org" && sent.links.count == 1)
            #expect(letter.lines.contains { $0.contains("expires after 10 minutes") })
            let link = try #require(sent.links.first)

            // The mail is read in another browser.
            var other = StaffBrowser(site: bench.admin)
            var form = try await other.form(at: link)
            form.merge(["new": Self.new, "again": Self.new]) { $1 }
            #expect(try await other.post(link, form).says("<h1>Sign in</h1>"))
            #expect(try await signedIn.open("/admin").says("<h1>Sign in</h1>"))
            #expect(try await other.post(link, form).status == 410)
            #expect(try await other.open(link).status == 410)
            #expect(try await other.signIn("treasurer@example.org", AdminBench.password).status == 403)
            #expect(try await other.signIn("treasurer@example.org", Self.new).says("<h1>Overview</h1>"))
            let rows = try await bench.rows(.resetPassword)
            #expect(rows.map(\.event.actor) == [.staff(try await bench.member("treasurer"))])
        }
    }

    @Test("a known and an unknown address get the same page, and only the known one an e-mail")
    func unknown() async throws {
        try await with { bench in
            var browser = StaffBrowser(site: bench.admin)
            let unknown = try await ask("other@example.org", by: &browser, in: bench)
            let known = try await ask("owner@example.org", by: &browser, in: bench)
            #expect(unknown.page.html == known.page.html && unknown.page.status == known.page.status)
            #expect(unknown.links.isEmpty && known.links.count == 1)
        }
    }

    @Test("an address gets at most three links an hour, with the same page")
    func limit() async throws {
        try await with { bench in
            var browser = StaffBrowser(site: bench.admin)
            var pages: Set<String> = []
            for _ in 1...5 {
                pages.insert(try await ask("owner@example.org", by: &browser, in: bench).page.html)
            }
            #expect(pages.count == 1 && bench.bench.mailbox.letters.count == 3)
        }
    }

    @Test("a weak password and two that differ are explained, and the link still works")
    func weak() async throws {
        try await with { bench in
            var browser = StaffBrowser(site: bench.admin)
            let link = try #require(try await ask("owner@example.org", by: &browser, in: bench).links.first)
            let form = try await browser.form(at: link)
            for (new, again, words) in [
                ("passwordpassword", "passwordpassword", "too easy to guess"),
                ("a hill with a church", "a hill with a church", "“church”"),
                (Self.new, "other", "passwords do not match"),
            ] {
                let page = try await browser.post(link, form.merging(["new": new, "again": again]) { $1 })
                #expect(page.status == 422 && page.says(words) && !page.says(new))
            }
            let page = try await browser.post(
                link, form.merging(["new": Self.new, "again": Self.new]) { $1 })
            #expect(page.says("<h1>Sign in</h1>"))
        }
    }

    @Test("an invented or expired link, or one posted without the form's token, does nothing")
    func dead() async throws {
        try await with { bench in
            var browser = StaffBrowser(site: bench.admin)
            let link = try #require(try await ask("owner@example.org", by: &browser, in: bench).links.first)
            for text in ["x", String(repeating: "A", count: 43)] {
                #expect(try await browser.open("/admin/new-password/\(text)").status == 410)
            }
            let forged = ["csrf": "0", "new": Self.new, "again": Self.new]
            #expect(try await browser.post(link, forged).status == 403)
            bench.bench.clock.advance(seconds: 600)
            #expect(try await browser.open(link).status == 410)
            _ = try await bench.browser("owner")
        }
    }

    @Test("without a mail server the page says how the operator sets a password, and no link is made")
    func withoutMail() async throws {
        try await with(sendsMail: false) { bench in
            var browser = StaffBrowser(site: bench.admin)
            #expect(try await browser.open(Self.path).says("tapctl admin password"))
            let form = try await browser.form(at: "/admin/sign-in")
            _ = try await browser.post(Self.path, form.merging(["email": "owner@example.org"]) { $1 })
            #expect(try await bench.staff.passwordMails().isEmpty)
        }
    }
}

extension StaffBrowser {
    /// Opens a page, keeps its cookie, and returns the hidden fields of its form.
    fileprivate mutating func form(at target: String) async throws -> [String: String] {
        let answer = await site.answer(PageRequest("GET", target, client: client, cookies: cookies))
        guard case .setting(let kept, _) = answer else { return try await open(target).hidden }
        cookie = kept.text.prefix { $0 != ";" }.description
        return try await open(target).hidden
    }
}
