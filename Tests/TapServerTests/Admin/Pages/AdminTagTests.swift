import DatabaseKit
import StaffAccess
import TagRegistry
import TapServer
import Testing
import TimeKit

/// Tags and seats.
@Suite struct AdminTagTests {
    /// `Main` with seats of Grace (A1 to A3) and of Hope (B1); A1 was tapped six times, A2 four times, A3
    /// never.
    private func fill(_ bench: AdminBench) async throws {
        try await bench.bench.file.write { transaction in
            try transaction.save(Batch(name: "Main hall", created: SiteBench.start))
            for (number, seat, org, taps) in [
                (1, "A1", "Grace", 6), (2, "A2", "grace", 4), (3, "A3", "Grace", 0), (4, "B1", "Hope", 9),
                (5, "A4", "Grace", -1),
            ] {
                var row = BatchRow(
                    batch: "Main hall", number: number, seat: seat, org: org,
                    url: "https://appclip.tap.giving/\(org)?r=0", tagID: "t\(number)",
                    changed: SiteBench.start)
                if taps >= 0 { row.state = .verified }
                try transaction.save(row)
                for index in 0..<max(taps, 0) {
                    var tap = SeenTap(
                        id: "tap_\(number)_\(index)", tagID: "t\(number)", time: SiteBench.start)
                    tap.isReplay = number == 1 && index > 3
                    try transaction.save(tap)
                }
            }
        }
    }

    @Test("a seat's taps are shown from five on, and tags without any tap are listed")
    func seats() async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            let browser = try await bench.browser("tags")
            let list = try await browser.open("/admin")
            #expect(list.says("<bdi>Main hall</bdi>") && list.says("3 of 4"))
            let page = try await browser.open("/admin/org/Grace/tags/Main%20hall")
            #expect(page.status == 200 && page.says("Seats with a verified tag: 3 of 4."))
            #expect(
                page.says(">6</td>") && page.says("under 5")
                    && !page.says(">4</td>"))
            #expect(
                page.says("<strong>Never tapped:</strong> A3.") && page.says("2 taps with an old counter"))
            #expect(!page.says("B1") && !page.says("<td class=\"n\">9</td>"))
        }
    }

    @Test("another organization's batch is not found, and the role for tags sees no gifts")
    func scope() async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            try await bench.bench.file.write { transaction in
                try transaction.save(Batch(name: "Other", created: SiteBench.start))
                try transaction.save(
                    BatchRow(
                        batch: "Other", number: 1, seat: "X", org: "Hope",
                        url: "https://appclip.tap.giving/Hope?r=0",
                        changed: SiteBench.start))
            }
            let browser = try await bench.browser("tags")
            #expect(try await browser.open("/admin/org/Grace/tags/Other").status == 404)
            #expect(!(try await browser.open("/admin/org/Grace/tags")).says("Other"))
            let page = try await browser.open("/admin/org/Grace/tags")
            #expect(!page.says("/gifts") && !page.says(">Payouts<"))
            #expect(try await bench.browser("treasurer").open("/admin/org/Grace/tags").status == 403)
        }
    }

    @Test(
        "an organization's own batch has its short name, and is not another's batch of that name"
    )
    func ownBatch() async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            try await bench.bench.file.write { transaction in
                for organization in ["Grace", "Hope"] {
                    let name = "\(organization)/Lobby"
                    try transaction.save(Batch(name: name, created: SiteBench.start))
                    try transaction.save(
                        BatchRow(
                            batch: name, number: 1, seat: "Door of \(organization)", org: organization,
                            url: "https://appclip.tap.giving/\(organization)?r=0", changed: SiteBench.start))
                }
            }
            let browser = try await bench.browser("owner")
            let list = try await browser.open("/admin/org/Grace/tags")
            #expect(list.says("<bdi>Lobby</bdi>") && list.says("<bdi>Main hall</bdi>"))
            #expect(!list.says("Grace/Lobby") && !list.says("Hope"))
            let page = try await browser.open("/admin/org/Grace/tags/Lobby")
            #expect(page.status == 200 && page.says("Door of Grace") && !page.says("Hope"))
        }
    }

    @Test("a page has a hundred seats")
    func paging() async throws {
        try await AdminBench.with { bench in
            try await bench.bench.file.write { transaction in
                try transaction.save(Batch(name: "Big", created: SiteBench.start))
                for number in 1...150 {
                    try transaction.save(
                        BatchRow(
                            batch: "Big", number: number, seat: "S\(number)", org: "Grace",
                            url: "https://appclip.tap.giving/Grace?r=0", changed: SiteBench.start))
                }
            }
            let browser = try await bench.browser("owner")
            let page = try await browser.open("/admin/org/Grace/tags/Big")
            #expect(page.says("<bdi>S100</bdi>") && !page.says("<bdi>S101</bdi>"))
            let next = try await browser.open("/admin/org/Grace/tags/Big?after=100")
            #expect(
                next.says("<bdi>S101</bdi>") && next.says("<bdi>S150</bdi>") && !next.says("rel=\"next\""))
        }
    }
}
