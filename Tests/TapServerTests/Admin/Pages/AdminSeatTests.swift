import DatabaseKit
import Giving
import TagRegistry
import TapServer
import Testing

/// Managed tags that lead to another fund, or nowhere any more.
@Suite struct AdminSeatTests {
    private let seat = "/admin/org/Grace/tags/Lobby/1"

    /// `Lobby` with a managed tag of Grace (1) and of Hope (2), and a tag of Grace that holds its URL itself
    /// (3).
    private func fill(_ bench: AdminBench) async throws {
        try await bench.bench.file.write { transaction in
            try transaction.save(Batch(name: "Lobby", created: SiteBench.start))
            for (number, org, isManaged) in [(1, "Grace", true), (2, "Hope", true), (3, "Grace", false)] {
                let id = "lobby\(number)"
                try transaction.save(
                    BatchRow(
                        batch: "Lobby", number: number, seat: "Table \(number)", org: org,
                        url: "https://appclip.tap.giving/t/\(id)", tagID: id, changed: SiteBench.start))
                guard isManaged else { continue }
                let aim = ManagedDestination.Aim(
                    url: "https://appclip.tap.giving/\(org)?r=0", org: org, since: SiteBench.start)
                try transaction.save(
                    ManagedDestination(id: id, aim: aim, place: TagPlace(batch: "Lobby", row: number)))
            }
        }
    }

    private func destination(_ id: String, in bench: AdminBench) async throws -> ManagedDestination {
        try await bench.bench.file.read { try $0.knownDestination(id) }
    }

    private func form(
        _ wish: String, tag: String = "lobby1", in browser: StaffBrowser, _ more: [String: String]
    ) async throws -> [String: String] {
        let csrf = try #require(try await browser.open("/admin/org/Grace/tags").hidden["csrf"])
        return ["csrf": csrf, "do": wish, "tag": tag].merging(more) { $1 }
    }

    @Test(
        "a managed tag is led to another fund, once, and remembers where it led",
        arguments: ["tags", "owner"])
    func aims(name: String) async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            let browser = try await bench.browser(name)
            #expect(try await browser.open("/admin/org/Grace/tags/Lobby").says("href=\"\(seat)\""))
            #expect(try await browser.open(seat).says("the default fund"))
            let form = try await form("aim", in: browser, ["fund": "13"])
            for _ in 1...2 {
                #expect(try await browser.post(seat, form).says("<td><bdi>Building</bdi></td>"))
            }
            let managed = try await destination("lobby1", in: bench)
            #expect(managed.aims.map(\.fund) == [nil, "13"])
            #expect(managed.aim?.url == "https://appclip.tap.giving/Grace?f=13&r=0")
        }
    }

    @Test("a managed tag is revoked only after confirmation, and then leads nowhere")
    func withdraws() async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            let browser = try await bench.browser("tags")
            let unsure = try await browser.post(seat, form("withdraw", in: browser, [:]))
            #expect(unsure.status == 422)
            #expect(try await destination("lobby1", in: bench).state == .active)
            let sure = try await form("withdraw", in: browser, ["sure": "1"])
            for _ in 1...2 { #expect(try await browser.post(seat, sure).says("was withdrawn")) }
            #expect(try await destination("lobby1", in: bench).state == .revoked)
            let late = try await browser.post(seat, form("aim", in: browser, ["fund": "13"]))
            #expect(late.status == 422 && late.says("was withdrawn"))
            #expect(try await browser.open("/admin/org/Grace/tags/Lobby").says(">withdrawn<"))
        }
    }

    @Test("a closed or unknown fund is refused", arguments: ["12", "7"])
    func refusesFunds(fund: String) async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            try await bench.bench.file.write {
                _ = try $0.closeFund(
                    "12", of: "Grace", successor: "13", at: SiteBench.start)
            }
            let browser = try await bench.browser("tags")
            let page = try await browser.post(seat, form("aim", in: browser, ["fund": fund]))
            #expect(page.status == 422 && page.says("role=\"alert\""))
            #expect(try await destination("lobby1", in: bench).aims.count == 1)
        }
    }

    @Test("a form of the tag before does nothing to the one that took its place")
    func replaced() async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            let browser = try await bench.browser("tags")
            let old = try await form("withdraw", in: browser, ["sure": "1"])
            try await bench.bench.file.write { transaction in
                _ = try transaction.replaceLost(
                    "lobby1", by: "other", url: "https://appclip.tap.giving/t/other", at: SiteBench.start)
            }
            let page = try await browser.post(seat, old)
            #expect(page.status == 422 && page.says("has a different tag now"))
            #expect(try await destination("other", in: bench).state == .active)
        }
    }

    @Test("another organization's tag, and one that is not managed, are not found", arguments: [2, 3, 4])
    func scope(row: Int) async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            let browser = try await bench.browser("tags")
            let page = "/admin/org/Grace/tags/Lobby/\(row)"
            #expect(try await browser.open(page).status == 404)
            let form = try await form("withdraw", tag: "lobby\(row)", in: browser, ["sure": "1"])
            #expect(try await browser.post(page, form).status == 404)
            #expect(try await destination("lobby2", in: bench).state == .active)
        }
    }

    @Test("the form of one seat does nothing to the tag of another's")
    func otherTag() async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            let browser = try await bench.browser("tags")
            let form = try await form("withdraw", tag: "lobby2", in: browser, ["sure": "1"])
            #expect(try await browser.post(seat, form).status == 422)
            #expect(try await destination("lobby2", in: bench).state == .active)
        }
    }

    @Test("a form that no page of this sign-in made changes no tag")
    func forged() async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            let browser = try await bench.browser("tags")
            let form = ["csrf": "0", "do": "withdraw", "tag": "lobby1", "sure": "1"]
            #expect(try await browser.post(seat, form).status == 403)
            #expect(try await destination("lobby1", in: bench).state == .active)
        }
    }

    @Test(
        "a role that cannot change tags sees no form for it, and is refused",
        arguments: ["reader", "treasurer"])
    func roles(name: String) async throws {
        try await AdminBench.with { bench in
            try await fill(bench)
            let browser = try await bench.browser(name)
            #expect(!(try await browser.open("/admin/org/Grace/tags/Lobby")).says("tags/Lobby/1"))
            #expect(try await browser.open(seat).status == 403)
            let csrf = try #require(try await browser.open("/admin/org/Grace").hidden["csrf"])
            let form = ["csrf": csrf, "do": "withdraw", "tag": "lobby1", "sure": "1"]
            #expect(try await browser.post(seat, form).status == 403)
            #expect(try await destination("lobby1", in: bench).state == .active)
        }
    }
}
