import DatabaseKit
import Giving
import MoneyKit
import SimulationKit
import TapServer
import Testing

/// Donors see their own gifts, and no others.
@Suite struct OwnGiftTests {
    /// Somebody else, with a gift of their own.
    static let other = [
        "name": "B Donor", "email": "b@example.org", "phone": "12345", "method": "pm_card_visa",
    ]

    @Test("lists an address's gifts to all organizations, with receipts and statements")
    func everything() async throws {
        try await SiteBench.with { bench in
            _ = try await Visitor(bench: bench).give()
            _ = try await Visitor(bench: bench).give("/Hope?f=7&r=0", ["amount": "20.00"])
            let visitor = Visitor(bench: bench)
            let own = try await visitor.signIn()
            #expect(own.says("The Grace Church") && own.says("Hope") && own.says("$20.00"))
            let gift = try #require(try await bench.gifts().first { $0.organization == "Grace" })
            let page = try await visitor.open("/-/giver/gift/\(gift.id)")
            let number = try #require(gift.receiptNumber)
            #expect(page.says("Your gift of $50.00: Received") && page.says(number))
            let receipt = try await visitor.open("/-/giver/receipt/\(number)")
            #expect(receipt.says("A Donor") && receipt.says("TEST: no money moved, not a receipt"))
            #expect(receipt.says("<a href=\"/-/giver/gift/\(gift.id)\">Back to your gift</a>"))
            let statements = try await visitor.open("/-/giver/statements")
            #expect(statements.says("/-/giver/statements/Hope/2026") && statements.says("Grace/2026.csv"))
            let statement = try await visitor.open("/-/giver/statements/Grace/2026")
            #expect(statement.says("Statement of gifts 2026") && statement.says("$50.00"))
            #expect(!statement.says("$20.00"))
            for page in [own, page, receipt, statements, statement] {
                #expect(page.actions.contains("/-/giver/out"), "\(page.target)")
            }
            let table = try await visitor.open("/-/giver/statements/Grace/2026.csv")
            #expect(table.html.hasPrefix("\"date\",\"gift\",\"fund\","))
            #expect(table.html.contains("50.00,0.00,0.00,50.00,\"usd\""))
            for none in ["Grace/2025", "Grace/0", "Grace/x.csv", "Nobody/2026", "Grace/99999"] {
                #expect(try await visitor.open("/-/giver/statements/\(none)").status == 404, "\(none)")
            }
        }
    }

    @Test(
        "a gift that was not paid shows the reason and a link for giving again",
        arguments: [
            ("pm_card_authenticationRequired", "Not confirmed by your bank", "Your bank has not confirmed"),
            ("pm_card_visa_chargeDeclined", "Not paid", "The payment was declined."),
        ])
    func unpaid(card: String, word: String, sentence: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give(card: card)
            let gift = try #require(try await bench.gifts().first)
            #expect(try await visitor.signIn().says("<small>\(word)</small>"))
            let page = try await visitor.open("/-/giver/gift/\(gift.id)")
            #expect(page.says("Your gift of $50.00: \(word)") && page.says(sentence))
            #expect(page.says("You haven't been charged."))
            let link = try #require(page.html.firstMatch(of: /href="([^"]*)">Give again</))
            let again = try await visitor.open(String(link.1).replacing("&amp;", with: "&"))
            let review = try await visitor.send(again, ["amount": "50.00", "by": "card"])
            let thanks = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("Thank you for your generosity!"))
            let paid = try #require(try await bench.gifts().first { $0.paidAt != nil })
            let own = try await visitor.open("/-/giver/gift/\(paid.id)")
            #expect(own.says(">Show the receipt</a>") && !own.says(">Give again</a>"))
        }
    }

    @Test("another donor's records are not found, like unknown ids")
    func foreign() async throws {
        try await SiteBench.with { bench in
            let (mine, theirs) = (Visitor(bench: bench), Visitor(bench: bench))
            _ = try await mine.give()
            let review = try await theirs.send(
                theirs.open("/Grace?f=12&r=1"), ["amount": "70.00", "monthly": "1", "by": "card"])
            _ = try await theirs.send(review, Self.other)
            let gift = try #require(try await bench.gifts().first { $0.amount.minorUnits == 7_000 })
            let (monthly, number) = (try #require(gift.recurring), try #require(gift.receiptNumber))
            let own = try await mine.signIn()
            #expect(!own.says("B Donor") && !own.says("$70.00"))
            let token = try #require(own.hidden["guard"])
            for path in ["gift/\(gift.id)", "receipt/\(number)", "monthly/\(monthly)", "gift/none"] {
                let page = try await mine.open("/-/giver/\(path)")
                #expect(page.status == 404 && !page.says("70.00") && !page.says("B Donor"), "\(path)")
            }
            let fields = ["guard": token, "amount": "90.00", "sure": "1", "key": "AAAAAAAAAAAAAAAAAAAAAA"]
            for path in ["gift/\(gift.id)/refund", "monthly/\(monthly)/amount", "monthly/\(monthly)/end"] {
                #expect(try await mine.post("/-/giver/\(path)", fields).status == 404, "\(path)")
            }
            let after = try await bench.file.read { try $0.recurring(monthly) }
            #expect(after?.status == .active && after?.amount.minorUnits == 7_000)
            #expect(try await bench.gifts().allSatisfy { $0.refundedMinor == 0 })
        }
    }

    @Test("more gifts than a page holds are all reached")
    func pages() async throws {
        try await SiteBench.with { bench in
            for number in 0..<23 {
                _ = try await bench.giving.give(
                    GiftRequest(
                        organization: "Grace", fund: "12", amount: .text("\(10 + number)"),
                        method: "pm_card_visa",
                        name: "A Donor", email: "donor@example.org"))
                bench.clock.advance(seconds: 60)
            }
            let visitor = Visitor(bench: bench)
            let first = try await visitor.signIn()
            #expect(first.html.utf8.count < 40_000 && !first.says("$12.00"))
            let next = try #require(first.html.firstMatch(of: /"(\/-\/giver\?after=[^"]*)"/))
            let second = try await visitor.open(String(next.1))
            let links = Set((first.html + second.html).matches(of: /giver\/gift\/(\w+)/).map { String($0.1) })
            #expect(links.count == 23 && second.says("$12.00") && !second.says("Older gifts"))
        }
    }

    @Test("a name of another direction moves nothing, and script in a name is text")
    func names() async throws {
        try await SiteBench.with { bench in
            try await bench.addOrganization("Salam", "كنيسة السلام", funds: [("1", "<script>البناء")])
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give("/Salam?f=1&r=1", ["monthly": "1"])
            let own = try await visitor.signIn()
            let gift = try #require(try await bench.gifts().first)
            for target in ["", "/gift/\(gift.id)", "/monthly/\(gift.recurring ?? "")", "/statements"] {
                let page = try await visitor.open("/-/giver\(target)")
                #expect(page.status == 200 && page.says("<bdi>كنيسة السلام</bdi>"), "\(target)")
                #expect(!page.says("<script") && page.html.utf8.count < 40_000, "\(target)")
                #expect(page.says("Test mode: no real charges") && page.says("<html lang=\"en\">"))
            }
            #expect(own.says("<bdi>&lt;script&gt;البناء</bdi>"))
        }
    }

    @Test("every field of the forms has a label")
    func labels() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let ask = try await visitor.open("/-/giver")
            _ = try await visitor.give("/Grace?f=12&r=1", ["monthly": "1"])
            _ = try await visitor.signIn()
            let gift = try #require(try await bench.gifts().first)
            let monthly = try await visitor.open("/-/giver/monthly/\(gift.recurring ?? "")")
            for html in [ask.html, monthly.html] {
                var fields = 0
                for match in html.matches(of: #/<(input|select) /#)
                where !html[match.range.lowerBound...].hasPrefix("<input type=\"hidden\"") {
                    let before = html[..<match.range.lowerBound]
                    let opened = before.matches(of: /<label/).count - before.matches(of: /<\/label>/).count
                    #expect(opened == 1)
                    fields += 1
                }
                #expect(fields > 0)
            }
        }
    }

    @Test("the thank-you page links to it")
    func thanks() async throws {
        try await SiteBench.with { bench in
            let thanks = try await Visitor(bench: bench).give()
            #expect(thanks.says("href=\"/-/giver\""))
        }
    }
}
