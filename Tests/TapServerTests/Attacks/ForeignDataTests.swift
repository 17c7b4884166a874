import DatabaseKit
import Giving
import TapServer
import Testing

/// Somebody who gave to two organizations is two half-known people: neither sees what went to the other.
@Suite struct ForeignDataTests {
    @Test("of a donor of two organizations each sees its own part alone, by page, list, statement and sheet")
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

    @Test("what an address is known for is not told by giving with it")
    func knownName() async throws {
        try await SiteBench.with { bench in
            _ = try await Visitor(bench: bench).give()
            let thief = ["name": "Somebody Else"]
            var pages: [[String]] = []
            for email in ["donor@example.org", "nobody@example.org"] {
                let visitor = Visitor(bench: bench)
                let review = try await visitor.send(
                    visitor.open("/Grace?f=12&r=0"), ["amount": "50.00", "by": "card"])
                let entered = thief.merging(["email": email, "phone": "1", "method": "pm_card_visa"]) { $1 }
                let thanks = try await visitor.send(review, entered)
                let receipt = try await visitor.open(thanks.target + "/receipt")
                #expect(thanks.says("Thank you for your generosity!") && receipt.says("$50.00"))
                // The key and the number are the gift's own.
                pages.append(
                    [thanks, receipt].map {
                        $0.html.replacing(thanks.target, with: "").replacing(/T-Grace-2026-\d+/, with: "")
                    })
            }
            #expect(pages[0] == pages[1] && !pages[0].joined().contains("A Donor"))
        }
    }
}
