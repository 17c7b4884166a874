import DatabaseKit
import Giving
import StaffAccess
import TapServer
import Testing

/// Every form that changes something: sent by another site, with all that this can know, it changes nothing.
@Suite struct ForgedFormTests {
    @Test("a donor's form without the session's token changes nothing", arguments: [nil, "", "0"])
    func donors(mark: String?) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give("/Grace?f=12&r=1", ["monthly": "1"])
            _ = try await visitor.signIn()
            let gift = try #require(try await bench.gifts().first)
            let monthly = try #require(gift.recurring)
            let before = try await bench.file.read { try $0.recurring(monthly) }
            var fields = [
                "key": "AAAAAAAAAAAAAAAAAAAAAA", "amount": "90.00", "day": "3", "fund": "13",
                "method": "pm_card_amex", "until": "2026-03-01", "sure": "1",
            ]
            fields["guard"] = mark
            for form in ["amount", "day", "fund", "card", "pause", "resume", "end"] {
                let page = try await visitor.post("/-/giver/monthly/\(monthly)/\(form)", fields)
                #expect(page.status == 403 && page.says("Nothing was changed"), "\(form)")
            }
            #expect(try await visitor.post("/-/giver/gift/\(gift.id)/refund", fields).status == 403)
            #expect(try await visitor.post("/-/giver/out", fields).status == 403)
            #expect(try await bench.file.read { try $0.recurring(monthly) } == before)
            #expect(try await bench.gifts().allSatisfy { $0.refundedMinor == 0 })
            #expect(try await visitor.open("/-/giver/statements").status == 200)
        }
    }

    @Test("the token of one donor's session is invalid in another's")
    func anothersMark() async throws {
        try await SiteBench.with { bench in
            let (mine, theirs) = (Visitor(bench: bench), Visitor(bench: bench))
            _ = try await mine.give()
            let review = try await theirs.send(
                theirs.open("/Grace?f=12&r=0"), ["amount": "50.00", "by": "card"])
            _ = try await theirs.send(review, OwnGiftTests.other)
            _ = try await mine.signIn()
            let mark = try #require(try await theirs.signIn("b@example.org").hidden["guard"])
            let gift = try #require(
                try await bench.gifts().first { $0.receiptNumber == "T-Grace-2026-000001" })
            let page = try await mine.post("/-/giver/gift/\(gift.id)/refund", ["guard": mark])
            #expect(page.status == 403)
            #expect(try await bench.gifts().allSatisfy { $0.refundedMinor == 0 })
        }
    }

    @Test("a forged form from another site signs in no one and uses up no link")
    func link() async throws {
        try await SiteBench.with { bench in
            let (mine, theirs) = (Visitor(bench: bench), Visitor(bench: bench))
            _ = try await theirs.give()
            _ = try await theirs.post("/-/giver", ["email": "donor@example.org"])
            await bench.site.sendLinks(leadingTo: try SiteBench.address)
            let link = try bench.link(to: "donor@example.org")
            let mark = try #require(try await theirs.open(link).hidden["guard"])
            // The first time without a cookie, then with the one that came with the answer.
            for fields in [["guard": mark], ["guard": mark], [:], ["guard": ""], ["guard": "0"]] {
                let page = try await mine.post(link, fields)
                #expect(page.status == 403 && page.says("You are not signed in"), "\(fields)")
                #expect(try await mine.open("/-/giver").says("Send me a link"))
            }
            // Whoever presses the button that is shown then is let in.
            #expect(try await mine.send(mine.post(link, [:])).says("donor@example.org"))
        }
    }

    @Test(
        "a form of an organization's people without the session's token does nothing",
        arguments: [nil, "", "0"])
    func staff(mark: String?) async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("owner")
            var fields = ["key": String(repeating: "k", count: 22), "amount": "50.00", "reason": "duplicate"]
            fields["csrf"] = mark
            for path in ["/admin/org/Grace/gifts/\(gift.id)/refund", "/admin/sign-out", "/admin/sign-in"] {
                let page = try await browser.post(path, fields)
                #expect(page.status == 403 && page.says("no longer valid"), "\(path)")
            }
            #expect(try await bench.bench.gifts().first?.refundedMinor == 0)
            #expect(try await browser.open("/admin/org/Grace").status == 200)
        }
    }
}
