import Giving
import MoneyKit
import TapServer
import Testing

/// M-5: amounts as people type them into pages.
@Suite struct TypedAmountTests {
    @Test(
        "the review shows an amount typed in any country's format (M-5)",
        arguments: [
            ("75,50", "$75.50"), ("$20", "$20.00"), ("$1,000.00", "$1,000.00"), ("1.000,00", "$1,000.00"),
            ("20 $", "$20.00"), ("US$ 20", "$20.00"), ("1 000", "$1,000.00"), ("５０", "$50.00"),
        ])
    func reviewed(typed: String, shown: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "other": typed, "by": "card"])
            #expect(review.status == 200 && review.says(shown), "\(review.html)")
            let thanks = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says(shown))
            #expect(try await bench.gifts().map(\.amount.shownInTests) == [shown])
        }
    }

    @Test(
        "asks about an ambiguous amount and uses the chosen reading (M-5)")
    func asked() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            #expect(!page.says("name=\"reading\""))
            let asked = try await visitor.send(page, ["amount": "50.00", "other": "7,500", "by": "card"])
            #expect(
                asked.status == 422 && asked.says("\"7,500\" can mean $7,500.00 or $7.50.".escapedInTests))
            #expect(asked.says("name=\"reading\" value=\"7500.00\"") && asked.says("value=\"7.50\""))
            #expect(asked.says("name=\"other\"") && asked.says("value=\"7,500\""))
            // Without a choice, the page asks again. If the text changes, the chosen reading no longer counts.
            let again = try await visitor.send(asked, ["other": "7,500", "by": "card"])
            #expect(again.status == 422 && again.says("can mean"))
            let other = try await visitor.send(asked, ["other": "8.25", "reading": "7500.00", "by": "card"])
            #expect(other.says("$8.25") && !other.says("$7,500.00"))
            let chosen = try await visitor.send(asked, ["other": "7,500", "reading": "7.50", "by": "card"])
            #expect(chosen.status == 200 && chosen.says("$7.50") && !chosen.says("7,500"))
            #expect(try await bench.gifts().isEmpty)
        }
    }

    @Test("asks about three digits after a separator, even if one reading has too many decimals (M-5)")
    func slip() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let asked = try await visitor.send(page, ["amount": "50.00", "other": "1.234", "by": "card"])
            #expect(asked.status == 422 && asked.says("may mean $1,234.00, or have an extra digit"))
            let chosen = try await visitor.send(
                asked, ["other": "1.234", "reading": "1234.00", "by": "card"])
            #expect(chosen.says("$1,234.00"))
        }
    }

    @Test("a monthly gift's new amount is read and asked about like a gift's (M-5)")
    func monthly() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await OwnMonthlyTests.open(visitor)
            let changed = try await visitor.send(page, ["amount": "75,50 $"], to: "\(page.target)/amount")
            #expect(changed.says("value=\"75.50\""), "\(changed.html)")
            let asked = try await visitor.send(changed, ["amount": "1,500"], to: "\(page.target)/amount")
            #expect(asked.status == 422 && asked.says("can mean $1,500.00 or $1.50"))
            let chosen = try await visitor.send(
                asked, ["amount": "1,500", "reading": "1500.00"], to: "\(page.target)/amount")
            #expect(chosen.says("value=\"1500.00\""))
            #expect(try await OwnMonthlyTests.recurring(bench).amount == Money(150_000, .usd))
        }
    }

    @Test("a refund's amount is read and asked about like a gift's (M-5)")
    func refund() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give("5000.00")
            let browser = try await bench.browser("treasurer")
            let address = "/admin/org/Grace/gifts/\(gift.id)/refund"
            #expect(
                try await browser.open("\(address)?amount=20,00").says(
                    "$20.00 will be refunded to the donor."))
            let asked = try await browser.open("\(address)?amount=1.500")
            #expect(asked.status == 422 && asked.says("can mean $1,500.00 or $1.50"))
            let chosen = try await browser.open("\(address)?amount=1.500&asked=1.500&reading=1500.00")
            #expect(chosen.says("$1,500.00 will be refunded to the donor."))
        }
    }
}

extension Money {
    fileprivate var shownInTests: String { formatted(MoneyLocale("en-US")) }
}

extension String {
    fileprivate var escapedInTests: String { replacing("\"", with: "&quot;") }
}
