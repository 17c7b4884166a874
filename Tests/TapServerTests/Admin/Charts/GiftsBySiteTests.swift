import DatabaseKit
import MoneyKit
import PaymentCore
import TagRegistry
import Testing
import TimeKit

@testable import Giving
@testable import TapServer

/// The gifts at each site.
@Suite struct GiftsBySiteTests {
    /// Returns `count` gifts of one amount each, with taps at `site`, from different donors unless stated;
    /// nil has no tap.
    private func gifts(
        _ count: Int, of minor: Int64, at site: String?, _ currency: Currency = .usd, donor: String? = nil
    ) -> [Gift] {
        (0..<count).map { number in
            Gift(
                id: "gift_\(number)", organization: "Grace", fund: "12", fundName: "Missions",
                timeZone: "UTC", donor: donor ?? "donor_\(number)",
                giver: nil, amount: Money(minor, currency), coveredFeeMinor: 0, feeMinor: 0,
                status: .succeeded, countedMinor: minor, tap: site.map { "tap_\($0)" },
                created: SiteBench.start)
        }
    }

    private func told(_ gifts: [Gift], _ sites: [String]) -> [GiftsBySite.Site] {
        let names = Dictionary(uniqueKeysWithValues: sites.map { ("tap_\($0)", $0) })
        return GiftsBySite(RecentGifts(gifts), sites: names, in: .usd).sites
    }

    @Test("the site with the highest total comes first, and gifts without a tag last")
    func order() {
        let all =
            gifts(5, of: 100, at: "North") + gifts(5, of: 300, at: "South") + gifts(5, of: 9_000, at: nil)
        #expect(
            told(all, ["North", "South"]) == [
                .init(name: "South", amountMinor: 1_500), .init(name: "North", amountMinor: 500),
                .init(name: "Elsewhere", amountMinor: 45_000),
            ])
    }

    @Test("gifts of fewer than five people are not shown, at a site or elsewhere, however often they gave")
    func few() {
        let four = gifts(4, of: 100, at: "North")
        #expect(told(four + four, ["North"]) == [])
        #expect(told(gifts(9, of: 100, at: "North", donor: "donor_1"), ["North"]) == [])
        #expect(
            told(four + gifts(5, of: 1, at: "South"), ["North", "South"]) == [
                .init(name: "South", amountMinor: 5)
            ])
    }

    @Test("gifts that do not count, or are in another currency, are not shown")
    func counted() {
        let unpaid = gifts(5, of: 100, at: "North").map { gift in
            var gift = gift
            gift.countedMinor = 0
            return gift
        }
        #expect(told(unpaid + gifts(5, of: 100, at: "North", .eur), ["North"]) == [])
    }

    @Test("the first seven sites are shown by name; a site called Elsewhere counts with the rest")
    func many() {
        let names = ["Elsewhere"] + (1...9).map { "Site \($0)" }
        let sites = told(names.flatMap { gifts(5, of: 100, at: $0) }, names)
        #expect(sites.map(\.name) == names[1...7] + ["Elsewhere"])
        #expect(sites.last?.amountMinor == 1_500)
    }

    @Test("a tap counts in the week in which it was made, once, and where all gifts since then are known")
    func leadingTaps() {
        func tap(_ days: Int64) -> String {
            Identifiers.first("tap", at: SiteBench.start.adding(seconds: days * 86_400))
        }
        func gift(_ days: Int64, by tap: String?) -> Gift {
            var gift = gifts(1, of: 100, at: nil)[0]
            gift.tap = tap
            gift.created = SiteBench.start.adding(seconds: days * 86_400)
            return gift
        }
        let week = SiteBench.start..<SiteBench.start.adding(seconds: 7 * 86_400)
        let some = [
            gift(40, by: tap(1)), gift(8, by: tap(6)), gift(1, by: tap(1)), gift(2, by: nil),
            gift(9, by: tap(8)),
        ]
        #expect(RecentGifts(some).leadingTaps(in: week) == 2)
        let many = (0...RecentGifts.most).map { _ in gift(1, by: tap(1)) }
        #expect(RecentGifts(many).leadingTaps(in: week) == nil)
        #expect(RecentGifts(Array(many.dropLast())).leadingTaps(in: week) == 1)
    }

    @Test("the overview shows an organization's own sites, and how many taps led to gifts")
    func overview() async throws {
        try await AdminBench.with { bench in
            try await bench.bench.file.write { transaction in
                try transaction.save(Batch(name: "Main hall", created: SiteBench.start))
                for (number, org) in [(1, "grace"), (2, "Hope")] {
                    try transaction.save(
                        BatchRow(
                            batch: "Main hall", number: number, seat: "A\(number)",
                            campus: "Campus of \(org)",
                            org: org, url: "https://appclip.tap.giving/\(org)?r=0", tagID: "t\(number)",
                            changed: SiteBench.start))
                }
            }
            for (index, tag) in ["t1", "t1", "t1", "t1", "t1", "t2", "t1"].enumerated() {
                let tap = try await bench.bench.giving.record(
                    tap: "https://appclip.tap.giving/Grace?t=\(tag)", nil, organization: "Grace", source: .tag
                )
                try await bench.bench.file.write { transaction in
                    try transaction.save(SeenTap(id: tap.id, tagID: tag, time: tap.created))
                }
                if index < 6 { try await bench.give("10.00", email: "d\(index)@example.org", tap: tap.id) }
            }
            for index in 0..<4 { try await bench.give("5.00", email: "e\(index)@example.org") }
            let page = try await bench.browser("reader").open("/admin/org/Grace")
            #expect(page.says("<title>Campus of grace: $50.00</title>"), "\(page.html)")
            #expect(page.says("<title>Elsewhere: $30.00</title>") && !page.says("Campus of Hope"))
            #expect(page.says("6/7</title>"))
        }
    }
}
