import DatabaseKit
import MoneyKit
import TagRegistry
import Testing
import TimeKit

@testable import Giving
@testable import TapServer

/// What was given at each site.
@Suite struct GiftsBySiteTests {
    /// So many gifts of so much each, whose taps were made at `site`; nil has no tap.
    private func gifts(_ count: Int, of minor: Int64, at site: String?, _ currency: Currency = .usd) -> [Gift]
    {
        (0..<count).map { number in
            Gift(
                id: "gift_\(number)", organization: "Grace", fund: "12", donor: nil, giver: nil,
                amount: Money(minor, currency), coveredFeeMinor: 0, feeMinor: 0, status: .succeeded,
                countedMinor: minor, tap: site.map { "tap_\($0)" }, created: SiteBench.start)
        }
    }

    private func shown(_ gifts: [Gift], _ sites: [String]) -> [GiftsBySite.Site] {
        let names = Dictionary(uniqueKeysWithValues: sites.map { ("tap_\($0)", $0) })
        return GiftsBySite(gifts, sites: names, in: .usd).sites
    }

    @Test("the site that was given most at stands first, and what was given without a tag last")
    func order() {
        let all =
            gifts(5, of: 100, at: "North") + gifts(5, of: 300, at: "South") + gifts(1, of: 9_000, at: nil)
        #expect(
            shown(all, ["North", "South"]) == [
                .init(name: "South", amountMinor: 1_500), .init(name: "North", amountMinor: 500),
                .init(name: "Elsewhere", amountMinor: 9_000),
            ])
    }

    @Test("a site of four gifts is not told by itself, and nothing is where no other is")
    func few() {
        let four = gifts(4, of: 100, at: "North")
        #expect(shown(four, ["North"]) == [])
        #expect(
            shown(four + gifts(5, of: 1, at: "South"), ["North", "South"]) == [
                .init(name: "South", amountMinor: 5), .init(name: "Elsewhere", amountMinor: 400),
            ])
    }

    @Test("what does not count, or is in another currency, stands nowhere")
    func counted() {
        let unpaid = gifts(5, of: 100, at: "North").map { gift in
            var gift = gift
            gift.countedMinor = 0
            return gift
        }
        #expect(shown(unpaid + gifts(5, of: 100, at: "North", .eur), ["North"]) == [])
    }

    @Test("seven sites stand by themselves, whatever there are")
    func many() {
        let names = (1...9).map { "Site \($0)" }
        let sites = shown(names.flatMap { gifts(5, of: 100, at: $0) }, names)
        #expect(sites.map(\.name) == names.prefix(7) + ["Elsewhere"])
        #expect(sites.last?.amountMinor == 1_000)
    }

    @Test("the overview draws an organization's own sites, and of how many taps gifts came")
    func overview() async throws {
        try await AdminBench.with { bench in
            try await bench.bench.file.write { unit in
                try unit.save(Batch(name: "Main hall", created: SiteBench.start))
                for (number, org) in [(1, "grace"), (2, "Hope")] {
                    try unit.save(
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
                try await bench.bench.file.write { unit in
                    try unit.save(SeenTap(id: tap.id, tagID: tag, time: tap.created))
                }
                if index < 6 { try await bench.give("10.00", tap: tap.id) }
            }
            let page = try await bench.browser("reader").open("/admin/org/Grace")
            #expect(page.says("<title>Campus of gra…: $50.00</title>"), "\(page.html)")
            #expect(page.says("<title>Elsewhere: $10.00</title>") && !page.says("Campus of Hope"))
            #expect(page.says("6 of 7</title>"))
        }
    }
}
