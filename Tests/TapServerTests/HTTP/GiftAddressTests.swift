import Testing
import TokenKit

@testable import TapServer

/// The addresses of a gift's pages, which contain an alias of the form's key.
@Suite struct GiftAddressTests {
    /// Opens the giving page, chooses an amount and gives, as a browser does.
    private static func give(
        _ browser: inout LinkBrowser, card: String = "pm_card_visa"
    ) async throws -> (key: String, review: Page, gift: Page) {
        let first = try await browser.open("/Grace?f=12&r=0")
        let key = try #require(first.hidden["key"])
        let entered = first.chosen.merging(first.hidden) { $1 }.merging(["amount": "50.00", "by": "card"]) {
            $1
        }
        let choice = entered.filter { $0.key != "key" }
        // Browsers do not escape the letters of a key.
        let review = try await browser.open("/-/review?\(Visitor.encoded(choice))&key=\(key)")
        let fields = review.hidden.merging(Visitor.donor) { $1 }.merging(["method": card]) { $1 }
        return (key, review, try await browser.post("/-/give", fields))
    }

    @Test("from the review to the receipt, no address contains the form's key")
    func give() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let (key, review, gift) = try await Self.give(&browser)
            let alias = OpenedLinks.alias(of: key)
            #expect(review.status == 200 && review.target.contains("key=\(alias)"))
            #expect(review.hidden["key"] == key, "the form sends the key itself")
            #expect(gift.target == "/-/give/\(alias)" && gift.says("Thank you for your generosity!"))
            #expect(!gift.says(key) && gift.says("\"/-/give/\(alias)/receipt\""))
            let receipt = try await browser.open("/-/give/\(alias)/receipt")
            #expect(receipt.status == 200 && !receipt.says(key) && receipt.says("href=\"/-/give/\(alias)\""))
            #expect(!browser.redirects.contains { $0.contains(key) })
            // The cookie is set with the giving page, and stays the same. Otherwise, browsers would not restore that page
            // after "Back".
            #expect(browser.settings == ["gifts=\(key); Path=/; Max-Age=86400; HttpOnly; SameSite=Lax"])
            #expect(try await browser.open("/-/give/\(key)").target == "/-/give/\(alias)")
        }
    }

    @Test("a form that is sent again from the review makes no second gift")
    func again() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let (key, review, gift) = try await Self.give(&browser)
            let reloaded = try await browser.open(review.target)
            #expect(reloaded.hidden["key"] == key)
            let fields = reloaded.hidden.merging(Visitor.donor) { $1 }
            let second = try await browser.post("/-/give", fields.merging(["method": "pm_card_visa"]) { $1 })
            #expect(second.target == gift.target)
            #expect(try await bench.charges() == 1)
        }
    }

    @Test("\"Change it\" and another card keep the key out of addresses")
    func change() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            let (key, review, declined) = try await Self.give(&browser, card: "pm_card_visa_chargeDeclined")
            let back = try await browser.post("/-/change", review.hidden)
            #expect(back.status == 200 && back.hidden["key"] == key)
            #expect(back.target.contains("key=\(OpenedLinks.alias(of: key))"))
            let action = try #require(declined.action)
            let fields = declined.hidden.merging(["method": "pm_card_visa"]) { $1 }
            let paid = try await browser.post(action, fields)
            #expect(paid.says("Thank you for your generosity!"))
            #expect(!browser.redirects.contains { $0.contains(key) })
        }
    }

    @Test("a donor whose browser refuses cookies gives, and sees the gift")
    func withoutCookies() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            browser.keepsCookies = false
            let (key, review, gift) = try await Self.give(&browser)
            #expect(review.hidden["key"] == key && gift.target == "/-/give/\(key)")
            #expect(gift.says("Thank you for your generosity!") && gift.says("/-/give/\(key)/receipt"))
            #expect(try await browser.open("/-/give/\(key)/receipt").status == 200)
        }
    }

    @Test("the address of a review that was opened in another browser charges nothing and says so")
    func otherBrowser() async throws {
        try await SiteBench.with { bench in
            var (browser, other) = (LinkBrowser(bench.site), LinkBrowser(bench.site))
            let (_, review, gift) = try await Self.give(&browser)
            for cookies in [[:], ["gifts": "0"]] {
                other.cookies = cookies
                let page = try await other.open(review.target)
                #expect(page.status == 400 && page.says("Nothing was charged."))
                #expect(try await other.open(gift.target).says("This gift is not shown here"))
            }
        }
    }
}
