import DatabaseKit
import Foundation
import Giving
import SimulationKit
import TapServer
import Testing
import TokenKit

/// A link by e-mail, and the session that comes of it.
@Suite struct SignInTests {
    @Test("a link shows the gifts made with the address, and works once")
    func once() async throws {
        try await SiteBench.with { bench in
            _ = try await Visitor(bench: bench).give()
            let visitor = Visitor(bench: bench)
            let own = try await visitor.signIn()
            #expect(own.status == 200 && own.target == "/-/giver" && own.says("donor@example.org"))
            #expect(own.says("$50.00") && own.says("Missions") && own.says(">Received<"))
            let other = Visitor(bench: bench)
            let again = try await other.post(bench.link(to: "donor@example.org"), [:])
            #expect(again.status == 410 && other.cookies.header.isEmpty)
        }
    }

    @Test("opening a link does not use it up; only its button does")
    func scanner() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            _ = try await visitor.post("/-/giver", ["email": "donor@example.org"])
            await bench.site.sendLinks(leadingTo: try SiteBench.address)
            let link = try bench.link(to: "donor@example.org")
            for _ in 0..<3 { #expect(try await visitor.open(link).says("Open my gifts")) }
            #expect(try await visitor.open("/-/giver").says("Send me a link"))
            #expect(try await visitor.send(visitor.open(link)).says("donor@example.org"))
        }
    }

    @Test("a link opens for 10 minutes", arguments: [(599, 200), (600, 410)])
    func late(seconds: Int64, status: Int) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            _ = try await visitor.post("/-/giver", ["email": "donor@example.org"])
            await bench.site.sendLinks(leadingTo: try SiteBench.address)
            let link = try bench.link(to: "donor@example.org")
            let page = try await visitor.open(link)
            bench.clock.advance(seconds: seconds)
            #expect(try await visitor.open(link).status == status)
            #expect(try await visitor.send(page).status == status)
        }
    }

    @Test("a link that is used many times at once signs in once")
    func race() async throws {
        try await SiteBench.with { bench in
            _ = try await Visitor(bench: bench).give()
            _ = try await Visitor(bench: bench).post("/-/giver", ["email": "donor@example.org"])
            await bench.site.sendLinks(leadingTo: try SiteBench.address)
            let link = try bench.link(to: "donor@example.org")
            var ready: [(visitor: Visitor, page: Page)] = []
            for _ in 0..<20 {
                let visitor = Visitor(bench: bench)
                ready.append((visitor, try await visitor.open(link)))
            }
            let entered = try await withThrowingTaskGroup(of: Bool.self) { [ready] group in
                for (visitor, page) in ready {
                    group.addTask { try await visitor.send(page).status == 200 }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(entered == 1)
        }
    }

    @Test("the response does not reveal donors: the same page and rows, and e-mail to donors only")
    func known() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            var pages: [Page] = []
            for email in ["donor@example.org", "nobody@example.org"] {
                for _ in 0..<5 { pages.append(try await visitor.post("/-/giver", ["email": email])) }
                let kept = try await bench.file.read { try $0.linkCount(email: email) }
                #expect(kept == SignInLink.mostToOneAddress)
            }
            #expect(Set(pages.map(\.html)).count == 1 && pages.allSatisfy { $0.status == 200 })
            #expect(pages[0].says("If gifts were made with this address, a link is on its way."))
            for _ in 0..<2 { await bench.site.sendLinks(leadingTo: try SiteBench.address) }
            #expect(bench.mailbox.letters.map(\.to) == Array(repeating: "donor@example.org", count: 3))
        }
    }

    @Test("after an hour an address can have links again")
    func limit() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            for _ in 0..<3 { #expect(try await visitor.signIn().says("donor@example.org")) }
            #expect(try await visitor.post("/-/giver", ["email": "DONOR@example.org"]).status == 200)
            await bench.site.sendLinks(leadingTo: try SiteBench.address)
            #expect(bench.mailbox.letters.count == 3)
            bench.clock.advance(seconds: SignInLink.memorySeconds)
            #expect(try await visitor.signIn().says("donor@example.org"))
            #expect(bench.mailbox.letters.count == 4)
        }
    }

    @Test("a session ends after 30 minutes, and by signing out", arguments: [true, false])
    func ends(byTime: Bool) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            let own = try await visitor.signIn()
            let cookie = visitor.cookies.header
            #expect(
                visitor.cookies.setting.hasSuffix("; Path=/-/giver; Max-Age=1800; HttpOnly; SameSite=Strict"))
            bench.clock.advance(seconds: byTime ? 1799 : 0)
            #expect(try await visitor.open("/-/giver/statements").status == 200)
            if byTime {
                bench.clock.advance(seconds: 1)
            } else {
                #expect(try await visitor.send(own, to: "/-/giver/out").says("Send me a link"))
                #expect(visitor.cookies.header.isEmpty)
            }
            // Also with a copy of the cookie.
            visitor.cookies.forge(cookie)
            #expect(try await visitor.open("/-/giver/statements").status == 403)
            #expect(try await visitor.open("/-/giver").says("Send me a link"))
        }
    }

    @Test("signing in ends the earlier session of the same browser")
    func again() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            _ = try await visitor.signIn()
            let earlier = visitor.cookies.header
            _ = try await visitor.signIn()
            #expect(visitor.cookies.header != earlier)
            #expect(try await visitor.open("/-/giver/statements").status == 200)
            visitor.cookies.forge(earlier)
            #expect(try await visitor.open("/-/giver/statements").status == 403)
        }
    }

    @Test("signing out everywhere ends the donor's sessions in all browsers")
    func everywhere() async throws {
        try await SiteBench.with { bench in
            let (here, elsewhere) = (Visitor(bench: bench), Visitor(bench: bench))
            _ = try await here.give()
            _ = try await here.signIn()
            _ = try await elsewhere.signIn()
            let sessions = try await here.open("/-/giver/sessions")
            #expect(try await here.send(sessions, to: "/-/giver/out-everywhere").says("Send me a link"))
            #expect(try await elsewhere.open("/-/giver/statements").status == 403)
            #expect(try await here.post("/-/giver/out-everywhere", [:]).status == 403)
        }
    }

    @Test("a donor sees the browsers with a session, and ends one of them")
    func one() async throws {
        try await SiteBench.with { bench in
            let (here, elsewhere) = (Visitor(bench: bench), Visitor(bench: bench))
            _ = try await here.give()
            _ = try await elsewhere.signIn()
            bench.clock.advance(seconds: 120)
            _ = try await here.signIn()
            let page = try await here.open("/-/giver/sessions")
            #expect(page.says("This browser") && page.says("Signed in just now"))
            #expect(page.says("Another browser") && page.says("Signed in 2 minutes ago"))
            #expect(page.html.components(separatedBy: "Sign out there").count == 2)
            let after = try await here.send(page, to: "/-/giver/sessions/end")
            #expect(after.target == "/-/giver/sessions" && !after.says("Another browser"))
            #expect(try await elsewhere.open("/-/giver/statements").status == 403)
            #expect(try await here.open("/-/giver/statements").status == 200)
        }
    }

    @Test("ten minutes after the sign-in, a donor must sign in again to end other sessions")
    func stale() async throws {
        try await SiteBench.with { bench in
            let (here, elsewhere) = (Visitor(bench: bench), Visitor(bench: bench))
            _ = try await here.give()
            _ = try await here.signIn()
            _ = try await elsewhere.signIn()
            let fresh = try await here.open("/-/giver/sessions")
            bench.clock.advance(seconds: DonorSession.freshSeconds)
            for action in ["/-/giver/sessions/end", "/-/giver/out-everywhere"] {
                let refused = try await here.send(fresh, to: action)
                #expect(refused.status == 403 && refused.says("sign in again first"))
            }
            #expect(try await elsewhere.open("/-/giver/statements").status == 200)
            let stale = try await here.open("/-/giver/sessions")
            #expect(!stale.says("Sign out there") && !stale.says("Sign out everywhere"))
            #expect(try await here.send(stale, to: "/-/giver").says("a link is on its way"))
        }
    }

    @Test("a donor cannot end another donor's session")
    func others() async throws {
        try await SiteBench.with { bench in
            let (here, elsewhere) = (Visitor(bench: bench), Visitor(bench: bench))
            _ = try await here.give()
            let review = try await elsewhere.send(
                elsewhere.open("/Grace?f=12&r=0"), ["amount": "50.00", "by": "card"])
            let other = ["email": "other@example.org", "method": "pm_card_visa"]
            _ = try await elsewhere.send(review, Visitor.donor.merging(other) { $1 })
            _ = try await here.signIn()
            _ = try await elsewhere.signIn("other@example.org")
            let page = try await here.open("/-/giver/sessions")
            #expect(!page.says("Another browser"))
            let cookie = try #require(elsewhere.cookies.header.split(separator: "=").last)
            let token = try #require(BearerToken(String(cookie)))
            let id = String(token.hash.prefix(16))
            _ = try await here.send(page, ["session": id], to: "/-/giver/sessions/end")
            #expect(try await elsewhere.open("/-/giver/statements").status == 200)
        }
    }

    @Test("a cookie is sent over TLS alone where the pages have it")
    func secure() async throws {
        var settings = SiteSettings()
        settings.isSecure = true
        try await SiteBench.with(settings: settings) { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            _ = try await visitor.signIn()
            #expect(visitor.cookies.setting.hasPrefix("__Host-giver="))
            #expect(visitor.cookies.setting.hasSuffix("; HttpOnly; SameSite=Strict; Secure"))
            #expect(visitor.cookies.setting.contains("; Path=/;"))
        }
    }

    @Test(
        "a made-up session is refused",
        arguments: [
            "giver=", "giver=00000000000000000000000000000000", "giver=x", "giver", "other=1; giver=\"\"",
            "giver=' OR 1=1 --",
        ])
    func forged(cookie: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            _ = try await visitor.signIn()
            visitor.cookies.forge(cookie)
            for target in ["/-/giver/statements", "/-/giver/receipt/T-Grace-2026-000001"] {
                #expect(try await visitor.open(target).status == 403)
            }
            #expect(try await visitor.post("/-/giver/out", [:]).status == 403)
        }
    }

    @Test("the file contains no token of a link or a session")
    func hashed() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            _ = try await visitor.signIn()
            let link = try #require(bench.link(to: "donor@example.org").split(separator: "/").last)
            let session = try #require(visitor.cookies.header.split(separator: "=").last)
            #expect(link.count == 32 && session.count == 32 && link != session)
            var kept = Data()
            for end in ["", "-wal"] {
                kept += try Data(contentsOf: URL(filePath: bench.file.path + end))
            }
            #expect(kept.firstRange(of: Data("donor@example.org".utf8)) != nil)
            #expect(kept.firstRange(of: Data(link.utf8)) == nil)
            #expect(kept.firstRange(of: Data(session.utf8)) == nil)
        }
    }

    @Test(
        "an invalid address is reported, and no e-mail is sent",
        arguments: ["", "nobody", "a@b", "a@example.org\r\nBcc: b@example.org"])
    func noAddress(email: String) async throws {
        try await SiteBench.with { bench in
            let page = try await Visitor(bench: bench).post("/-/giver", ["email": email])
            #expect(page.status == 422 && page.says("role=\"alert\"") && page.says("someone@example.org"))
            #expect(try await bench.file.read { try $0.linkCount(email: nil) } == 0)
        }
    }

    @Test("an erased donor is signed out and loses all sign-in links")
    func forgotten() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            _ = try await visitor.signIn()
            _ = try await bench.giving.forget(.email("donor@example.org"))
            #expect(try await visitor.open("/-/giver").says("Send me a link"))
            #expect(try await bench.file.read { try $0.linkCount(email: nil) } == 0)
        }
    }
}
