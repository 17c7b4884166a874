import DatabaseKit
import Giving
import TapServer
import Testing

/// A donor who gave to two organizations. Neither sees the gifts or details given to the other.
@Suite struct ForeignDataTests {
    @Test("each of a donor's two organizations sees only its own part on pages, in lists, statements and CSV")
    func sharedDonor() async throws {
        try await AdminBench.with { bench in
            let here = try await bench.give("41.00", to: "Grace")
            let there = try await bench.give("97.00", to: "Hope")
            let donor = try #require(here.donor)
            #expect(there.donor == donor)
            let browser = try await bench.browser("hope")
            for path in [
                "", "/gifts", "/gifts?q=donor@example.org", "/gifts?q=A+Donor", "/gifts.csv", "/statements",
                "/statements/\(donor)?year=2026", "/funds", "/gifts/\(there.id)",
            ] {
                let page = try await browser.open("/admin/org/Hope\(path)")
                #expect(page.status == 200 && page.says("97.00"), "\(path)")
                #expect(!page.says("41.00") && !page.says("138.00") && !page.says(here.id), "\(path)")
                #expect(!page.says("Grace") && !page.says("Missions"), "\(path)")
            }
        }
    }

    @Test("a name and a number given to one organization cannot be seen or found by another")
    func namesOfGifts() async throws {
        try await AdminBench.with { bench in
            var gifts: [String: Gift] = [:]
            for (organization, name, phone) in [
                ("Grace", "Pat Example", "+1 202 555 0143"), ("Hope", "Robin Roe", "+1 202 555 0199"),
            ] {
                for isMonthly in [false, true] {
                    gifts[organization] = try await bench.bench.giving.give(
                        GiftRequest(
                            organization: organization, fund: nil, amount: .text("20"),
                            isRecurring: isMonthly,
                            method: "pm_card_visa", name: name, email: "pat@example.org", phone: phone))
                }
            }
            let donor = try #require(gifts["Hope"]?.donor)
            for (user, organization, own, foreign) in [
                ("hope", "Hope", ["Robin Roe", "555 0199"], ["Pat Example", "555 0143"]),
                ("treasurer", "Grace", ["Pat Example", "555 0143"], ["Robin Roe", "555 0199"]),
            ] {
                let gift = try #require(gifts[organization])
                let browser = try await bench.browser(user)
                for path in [
                    "/gifts", "/gifts.csv",
                    "/gifts/\(gift.id)",
                    "/gifts/\(gift.id)/refund", "/monthly", "/statements", "/statements/\(donor)?year=2026",
                ] {
                    let page = try await browser.open("/admin/org/\(organization)\(path)")
                    #expect(page.status == 200 && page.says(own[0]), "\(path)")
                    #expect(!foreign.contains { page.says($0) }, "\(path)")
                }
                for text in ["pat%40example.org", donor] {
                    let page = try await browser.search("/admin/org/\(organization)/gifts", "q=\(text)")
                    #expect(page.status == 200 && page.says(own[0]), "\(text)")
                    #expect(!foreign.contains { page.says($0) }, "\(text)")
                }
                #expect(
                    try await browser.open("/admin/org/\(organization)/gifts/\(gift.id)").says(own[1]))
                let words = foreign[0].split(separator: " ")
                for text in words {
                    let page = try await browser.search("/admin/org/\(organization)/gifts", "q=\(text)")
                    #expect(page.says("No gifts found"), "\(text)")
                }
            }
        }
    }

    @Test("the thank-you e-mail and the receipt have the name that was typed with the gift")
    func ownName() async throws {
        try await SiteBench.with { bench in
            for name in ["Some Thief", "Pat Example"] {
                let visitor = Visitor(bench: bench)
                let review = try await visitor.send(
                    visitor.open("/Grace?f=12&r=0"), ["amount": "50.00", "by": "card"])
                let thanks = try await visitor.send(
                    review,
                    [
                        "name": name, "email": "donor@example.org", "phone": "12345",
                        "method": "pm_card_visa",
                    ])
                #expect(thanks.says("Thank you for your generosity!") && thanks.says(name))
                #expect(try await visitor.open(thanks.target + "/receipt").says(name))
            }
        }
    }

    @Test("giving with an address does not show whether it is known")
    func knownName() async throws {
        try await SiteBench.with { bench in
            _ = try await Visitor(bench: bench).give()
            let thief = ["name": "Somebody Else"]
            var pages: [[String]] = []
            for email in ["donor@example.org", "nobody@example.org"] {
                let visitor = Visitor(bench: bench)
                let review = try await visitor.send(
                    visitor.open("/Grace?f=12&r=0"), ["amount": "50.00", "by": "card"])
                let entered = thief.merging(
                    ["email": email, "phone": "12345", "method": "pm_card_visa"]) { $1 }
                let thanks = try await visitor.send(review, entered)
                let receipt = try await visitor.open(thanks.target + "/receipt")
                #expect(thanks.says("Thank you for your generosity!") && receipt.says("$50.00"))
                // The keys, the tap and the number are the gift's own.
                pages.append(
                    [thanks, receipt].map {
                        $0.html.replacing(thanks.target, with: "")
                            .replacing(/T-Grace-2026-\d+|(?:key|tap)=[\w-]+/, with: "")
                    })
            }
            let lines = pages.map { $0.joined(separator: "\n").split(separator: "\n") }
            let different = zip(lines[0], lines[1]).filter { $0 != $1 }.map { "\($0) / \($1)" }
            #expect(different == [])
            #expect(lines[0].count == lines[1].count)
            #expect(!pages[0].joined().contains("A Donor"))
        }
    }
}
