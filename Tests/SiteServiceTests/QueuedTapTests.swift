import DataFolderKit
import DatabaseKit
import Foundation
import Giving
import Processor
import ServerKit
import Testing
import TokenKit

@testable import SiteService
@testable import TapServer

/// Taps that are stored after their page was sent.
@Suite struct QueuedTapTests {
    @Test("opened pages commit nothing, and their taps are stored in one transaction")
    func batch() async throws {
        try await Self.withSite { site, data in
            let commits = try #require(data.file).commits
            for _ in 1...20 { _ = try await Self.tap(of: "/Grace?f=12&r=0", site) }
            #expect(data.file?.commits == commits)
            #expect(try await Self.taps(data).isEmpty)
            await site.storeTaps()
            #expect(data.file?.commits == commits + 1)
            #expect(try await Self.taps(data).count == 20)
        }
    }

    @Test("a gift right after the page was opened has its tap")
    func gift() async throws {
        try await Self.withSite { site, data in
            _ = try await Self.tap(of: "/Grace?f=12&r=0", site)
            let tap = try await Self.tap(of: "/Grace?f=12&r=0", site)
            let form =
                "org=Grace&fund=12&amount=50.00&by=card&key=\(FormKey(random: systemRandom).text)&tap=\(tap)"
                + "&name=A+Donor&email=donor%40example.org&phone=%2B12025550101&method=pm_card_visa"
            _ = await site.answer(
                PageRequest("POST", "/-/give", at: site.router.match("/-/give"), form: form))
            let gifts = try await data.read { try $0.gifts(GiftQuery()) }
            #expect(gifts.map(\.tap) == [tap])
            #expect(try await Self.taps(data).count == 2)
        }
    }

    @Test("the pages of staff are shown after the waiting taps are stored")
    func staff() async throws {
        try await Self.withSite { site, data in
            let tap = try await Self.tap(of: "/Grace?f=12&r=0", site)
            _ = await site.answer(PageRequest("GET", "/admin", at: site.router.match("/admin")))
            #expect(try await Self.taps(data).map(\.id) == [tap])
        }
    }

    /// Opens a giving page, and returns the id of the tap in its form.
    private static func tap(of target: String, _ site: TapController) async throws -> String {
        let answer = await site.answer(
            PageRequest("GET", target, at: site.router.match(String(target.targetPath))))
        return String(try #require("\(answer)".firstMatch(of: /tap_[0-9a-z]{20}/)?.output))
    }

    private static func taps(_ data: DataFolder) async throws -> [Tap] {
        try await data.read { try $0.taps(organization: "Grace", after: nil, limit: 100) }
    }

    private static func withSite(_ body: (TapController, DataFolder) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "queued-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try await DataFolder.open(folder.path) { _ in }
        defer { try? data.close() }
        try await data.write { transaction, now in
            _ = try transaction.addOrganization("Grace", OrganizationFields(displayName: "Grace"), at: now)
            _ = try transaction.addFund("12", name: "Missions", to: "Grace", at: now)
        }
        _ = try await data.onboard("Grace", outcome: .complete)
        let served = try ServedSite(ServeConfiguration([]), write: { _ in })
        let mail = LimitedMail(
            into: MailSpool(data.outbox), clock: .system, random: systemRandom, report: { _ in })
        try await body(served.controller(over: data, mail), data)
    }
}
