import HTMLKit
import Testing

@testable import TapServer

/// The addresses of a gift's review and page, which contain no secret.
@Suite struct GiftAddressTests {
    private static let tap = "/Grace?f=12&r=0"
    private static let thanks = "Thank you for your generosity!"

    @Test("the addresses of a gift open only in the browser in which it was made")
    func otherBrowser() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let page = try await browser.open(Self.tap)
            let review = try await browser.review(page)
            let thanks = try await browser.give(review)
            #expect(thanks.says(Self.thanks))
            let receipt = try await browser.open("\(thanks.target)/receipt")
            #expect(receipt.status == 200 && receipt.says("$50.00"))
            #expect(try await browser.open(thanks.target).says(Self.thanks))
            let secret = try #require(browser.cookies["browser"])
            #expect(
                browser.settings
                    == ["browser=\(secret); Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"])
            for page in [page, review, thanks, receipt] {
                #expect(!page.says(secret) && !page.target.contains(secret))
            }
            let key = try #require(review.hidden["key"])
            for cookies in [[:], ["browser": "AAAAAAAAAAAAAAAAAAAAAA"], ["browser": key], ["links": key]] {
                var other = LinkBrowser(bench.site)
                other.cookies = cookies
                for target in [
                    thanks.target, receipt.target, "/-/give/\(OpenedLinks.alias(of: key))", "/-/give/\(key)",
                ] {
                    let page = try await other.open(target)
                    #expect(page.status == 404 && page.says("made in another browser"), "\(target)")
                    #expect(!page.says("$50.00") && !page.says("A Donor"))
                }
                for step in ["retry", "bank"] {
                    let fields = ["method": "pm_card_visa", "attempt": "1", "answer": "passed"]
                    #expect(try await other.post("\(thanks.target)/\(step)", fields).status == 404)
                }
                let empty = try await other.open(review.target)
                #expect(empty.status == 200 && !empty.says("A Donor") && !empty.says("donor@example.org"))
            }
            #expect(try await bench.charges() == 1)
        }
    }

    @Test("a form that is sent again is the same gift, and a changed one makes no second gift")
    func back() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let page = try await browser.open(Self.tap)
            let review = try await browser.review(page)
            let thanks = try await browser.give(review)
            // The browser restores the giving page, and requests the review again.
            #expect(try await browser.open(review.target).target == thanks.target)
            #expect(try await browser.give(review).target == thanks.target)
            let same = try await browser.review(page)
            #expect(same.target == thanks.target && same.says(Self.thanks))
            let changed = try await browser.review(page, ["other": "75"])
            #expect(changed.target == "\(thanks.target)?used=1")
            #expect(changed.says("Your new gift was not made") && changed.says("$50.00"))
            #expect(try await bench.charges() == 1)
        }
    }

    @Test("two gifts in two tabs of one browser have different pages")
    func tabs() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let grace = try await browser.open(Self.tap)
            let hope = try await browser.open("/Hope?f=7&r=0")
            let reviews = try await (browser.review(grace), browser.review(hope, ["other": "20"]))
            let second = try await browser.give(reviews.1)
            let first = try await browser.give(reviews.0)
            #expect(first.target != second.target && browser.settings.count == 1)
            let shown = try await (browser.open(first.target), browser.open(second.target))
            #expect(shown.0.says("$50.00") && shown.0.says("The Grace Church"))
            #expect(shown.1.says("$20.00") && !shown.1.says("The Grace Church"))
            #expect(try await bench.charges() == 2)
        }
    }

    @Test("a declined gift is paid with another card in the same browser", arguments: [false, true])
    func declined(isMonthly: Bool) async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let review = try await browser.review(
                browser.open(Self.tap), isMonthly ? ["monthly": "1"] : [:])
            let declined = try await browser.give(review, card: "pm_card_visa_chargeDeclined")
            #expect(declined.says("Card declined."))
            let fields = declined.hidden.merging(["method": "pm_card_visa"]) { $1 }
            let action = try #require(declined.action)
            let thanks = try await browser.post(action, fields)
            #expect(thanks.says(Self.thanks) && (thanks.target == declined.target) != isMonthly)
            #expect(try await browser.post(action, fields).target == thanks.target)
            #expect(try await bench.charges() == 1)
        }
    }

    @Test("a bank's question is answered in the same browser")
    func bank() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let review = try await browser.review(browser.open(Self.tap))
            let asked = try await browser.give(review, card: "pm_card_authenticationRequired")
            let thanks = try await browser.post(#require(asked.action), ["answer": "passed"])
            #expect(thanks.says(Self.thanks) && thanks.target == asked.target)
            #expect(try await bench.charges() == 1)
        }
    }

    @Test("a browser that refuses cookies is asked to allow them before anything is charged")
    func refused() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            browser.keepsCookies = false
            let page = try await browser.review(browser.open(Self.tap))
            #expect(page.status == 403 && page.says("Allow cookies for this site"))
            #expect(page.says("Nothing was charged") && browser.redirects.count == 1)
            browser.keepsCookies = true
            // The response to the first request contains the cookie.
            for status in [403, 200] { #expect(try await browser.open(page.target).status == status) }
            let review = try await browser.review(browser.open(Self.tap))
            #expect(try await browser.give(review).says(Self.thanks))
            #expect(try await bench.charges() == 1)
        }
    }

    @Test("a review that was opened without the cookie is redirected once, and then works")
    func withoutCookie() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let page = try await browser.open(Self.tap)
            browser.cookies = [:]
            let review = try await browser.review(page)
            #expect(review.status == 200 && browser.redirects == [review.target])
            #expect(review.hidden["key"] == page.hidden["key"])
            let thanks = try await browser.give(review)
            #expect(thanks.says(Self.thanks) && browser.cookies.keys.sorted() == ["browser"])
        }
    }

    @Test("a key that opens a gift by itself is exchanged like the token of a link")
    func earlier() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let page = try await browser.open(Self.tap)
            let key = try #require(page.hidden["key"])
            let fields = page.hidden.merging(Visitor.donor) { $1 }
                .merging(["fund": "12", "amount": "50.00", "by": "card"]) { $1 }
            browser.cookies = [:]
            let declined = try await browser.post(
                "/-/give", fields.merging(["method": "pm_card_visa_chargeDeclined"]) { $1 })
            #expect(declined.target == "/-/give/\(OpenedLinks.alias(of: key))" && !declined.says(key))
            #expect(browser.cookies == ["links": key])
            let action = try #require(declined.action)
            let thanks = try await browser.post(
                action, declined.hidden.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says(Self.thanks) && thanks.target == declined.target)
            // An address that contains the key was handed out by an earlier version.
            for suffix in ["", "/receipt"] {
                var other = LinkBrowser(bench.site)
                let opened = try await other.open("/-/give/\(key)\(suffix)")
                #expect(opened.status == 200 && opened.says("$50.00") && !opened.says(key))
                #expect(opened.target == thanks.target + suffix)
                other.cookies = [:]
                #expect(try await other.open(opened.target).says("made in another browser"))
            }
            #expect(try await bench.charges() == 1)
        }
    }

    @Test("over TLS, the cookie is for this host alone")
    func secure() async throws {
        var settings = SiteSettings()
        settings.isSecure = true
        try await SiteBench.with(settings: settings) { bench in
            var browser = LinkBrowser(bench.site)
            let thanks = try await browser.give(browser.review(browser.open(Self.tap)))
            let secret = try #require(browser.cookies["__Host-browser"])
            #expect(
                browser.settings == [
                    "__Host-browser=\(secret); Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure"
                ])
            #expect(thanks.says(Self.thanks))
            browser.cookies = ["browser": secret]
            #expect(try await browser.open(thanks.target).status == 404)
        }
    }

    @Test("a browser may restore only the giving page as it was opened, which contains nothing of the donor")
    func restored() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            for _ in 0..<2 { #expect(await browser.isRestorable(Self.tap) == true) }
            let page = try await browser.open(Self.tap)
            let review = try await browser.review(page)
            let refused = try await browser.review(page, ["other": "five"])
            #expect(refused.status == 422 && review.status == 200)
            for target in [review.target, refused.target] {
                #expect(await browser.isRestorable(target) == false, "\(target)")
            }
            let thanks = try await browser.give(review)
            for target in [
                review.target.replacing("/-/review", with: "/-/choose"), thanks.target,
                "\(thanks.target)/receipt", "/Nobody?f=1", "/Grace?f=99", "/-/giver", "/",
            ] {
                #expect(await browser.isRestorable(target) == false, "\(target)")
            }
        }
    }
}

extension LinkBrowser {
    /// Submits the form of a giving page.
    fileprivate mutating func review(_ page: Page, _ entered: [String: String] = [:]) async throws -> Page {
        let fields = page.chosen.merging(page.hidden) { $1 }
            .merging(["amount": "50.00", "by": "card"]) { $1 }.merging(entered) { $1 }
        return try await open("/-/review?\(Visitor.encoded(fields))")
    }

    /// Submits the form of a review.
    fileprivate mutating func give(_ review: Page, card: String = "pm_card_visa") async throws -> Page {
        let entered = Visitor.donor.merging(["method": card]) { $1 }
        return try await post("/-/give", review.hidden.merging(entered) { $1 })
    }

    /// Returns whether "Back" may restore a page without a request; nil if the response is not a page.
    fileprivate mutating func isRestorable(_ target: String) async -> Bool? {
        guard case .page(_, let document) = await send("GET", target) else { return nil }
        return document.isRestorable
    }
}
