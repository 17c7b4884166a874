import Giving
import TapServer
import Testing

/// A gift that comes again every month.
@Suite struct MonthlyTests {
    // G1-01, G1-10
    @Test("a monthly gift's amount, its first day and its next day are shown before anything is charged")
    func announced() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=1")
            #expect(page.says("name=\"monthly\" value=\"1\" checked"))
            #expect(page.says("<legend>Make this a recurring monthly donation?</legend>"))
            #expect(page.says("name=\"monthly\" value=\"0\"><span>Once</span>"))
            let review = try await visitor.send(page, ["amount": "50.00", "monthly": "1", "by": "card"])
            #expect(review.says("<strong>$50.00 every month</strong>"))
            #expect(review.says(">31 January 2026</time>") && review.says(">28 February 2026</time>"))
            #expect(try await bench.gifts().isEmpty)
            let thanks = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("The next charge is on <time datetime=\"2026-02-28\">"))
            let gift = try #require(try await bench.gifts().first)
            #expect(gift.recurring != nil && gift.status == .succeeded)
        }
    }

    // G1-10
    @Test("r=1 is an offer: a donor who chooses Once gives once")
    func offered() async throws {
        try await SiteBench.with { bench in
            for choice in [["monthly": "0"], [:]] {
                _ = try await Visitor(bench: bench).give("/Grace?f=12&r=1", choice)
            }
            let gifts = try await bench.gifts()
            #expect(gifts.count == 2 && gifts.allSatisfy { $0.recurring == nil })
        }
    }

    // G1-10
    @Test("r=0 preselects Once")
    func once() async throws {
        try await SiteBench.with { bench in
            let page = try await Visitor(bench: bench).open("/Grace?f=12&r=0")
            #expect(page.says("name=\"monthly\" value=\"0\" checked><span>Once</span>"))
            #expect(page.says("name=\"monthly\" value=\"1\"><span>Monthly</span>"))
        }
    }
}
