import DataFolderKit
import DatabaseKit
import Foundation
import Giving
import InvocationRouter
import Processor
import ServerKit
import Testing
import TokenKit

@testable import SiteService
@testable import TapServer

/// The bytes that requests without a sign-in leave in the database.
@Suite struct AnonymousBytesTests {
    /// The maximum number of bytes that a request leaves, in rows and in the keys of their indexes.
    private static let most = 300

    /// A kind of request. The number differs for each request.
    private typealias Ask = @Sendable (_ number: Int) async -> Void

    @Test("S-6: a request that reaches no processor leaves at most 300 bytes, on every route")
    func everyRoute() async throws {
        try await Self.withSite { site, data in
            var asks = Self.links(site) + Self.forms(site)
            for place in Self.places {
                let path = place.label.replacing(#/\{[^}]*\}/#, with: "none")
                asks.append(("GET \(path)", { _ in _ = await Self.get(site, "\(path)?x=\(Self.filling)") }))
                asks.append(
                    (
                        "POST \(path)",
                        { number in
                            _ = await Self.post(site, path, "name=\(Self.filling)&number=\(number)")
                        }
                    ))
            }
            #expect(asks.count > 60)
            for (name, ask) in asks {
                let before = try await Self.bytes(data)
                for number in 0..<10 { await ask(number) }
                let perRequest = (try await Self.bytes(data) - before) / 10
                #expect(perRequest <= Self.most, "\(name) leaves \(perRequest) bytes")
            }
        }
    }

    @Test(
        "S-6: a tap leaves at most 300 bytes, even with the longest ids of a tag, an organization and a fund",
        arguments: [
            "f=FUND&r=1&t=TAG&m=MIRROR&x=", "x=FILLING&f=FUND&r=1&t=TAG&m=MIRROR", "x=FILLING&t=TAG&m=MIRROR",
            "f=FUND&r=1&picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE65337086&t=TAG&x=",
            "x=FILLING&f=FUND&t=TAG&picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE65337086",
        ])
    func tags(query: String) async throws {
        try await Self.withSite { site, data in
            for path in [Self.organization, "%57oodlandsChurch", "WOODLANDSchurch", Self.long, Self.escaped] {
                let fund = path == Self.long || path == Self.escaped ? Self.longFund : "12"
                @Sendable func open(_ number: Int) async {
                    let target = "/\(path)?\(query)".replacing("FILLING", with: Self.middle)
                        .replacing("FUND", with: fund).replacing("TAG", with: "ABCDEFGHIJKLM\(number)")
                        .replacing("MIRROR", with: "04E141124C2\(number)xFFFFFF")
                    _ = await Self.get(site, query.hasSuffix("x=") ? target + Self.middle : target)
                }
                // What all taps of a fund share is stored once.
                await open(100)
                let (before, count) = (try await Self.bytes(data), try await Self.taps(data))
                for number in 101...130 { await open(number) }
                #expect(try await Self.taps(data) == count + 30)
                let perTap = (try await Self.bytes(data) - before) / 30
                #expect(perTap <= Self.most, "\(path) leaves \(perTap) bytes")
            }
        }
    }

    @Test("S-6: a proved tap that is repeated leaves at most 300 bytes")
    func proved() async throws {
        try await Self.withSite { _, data in
            let url =
                "https://appclip.tap.giving/\(Self.organization)?t=ABCDEFGHIJKLMNOP&x="
                + String(repeating: "a", count: 300)
            let route = try Route.parse(url, profile: .tap, hosts: .standard)
            let verdict = SUNVerdict.replayed(
                uid: [4, 1, 2, 3, 4, 5, 6], counter: 0xFF_FFFF, highest: 0xFF_FFFF)
            @Sendable func keep() async throws {
                _ = try await data.keep(
                    url, route: route, organization: Self.organization, verdict, source: .tag)
            }
            try await keep()
            let before = try await Self.bytes(data)
            for _ in 0..<30 { try await keep() }
            let perTap = (try await Self.bytes(data) - before) / 30
            #expect(perTap <= Self.most, "\(perTap)")
        }
    }

    @Test("S-6: a declined attempt leaves at most 16 KiB, and a gift's form pauses after five of them")
    func declined() async throws {
        try await Self.withSite { site, data in
            func decline() async -> PageResponse {
                await Self.post(
                    site, "/-/give",
                    "org=\(Self.organization)&fund=12&amount=50.00&by=card&key=\(Self.formKey())"
                        + "&name=A+Donor&email=donor%40example.org&phone=%2B12025550101"
                        + "&method=pm_card_visa_chargeDeclined")
            }
            _ = await decline()
            let before = try await Self.bytes(data)
            for _ in 0..<3 { _ = await decline() }
            let perAttempt = (try await Self.bytes(data) - before) / 3
            #expect(perAttempt <= 16 << 10, "\(perAttempt)")
            for _ in 0..<3 { _ = await decline() }
            let paused = try await Self.bytes(data)
            for _ in 0..<10 { _ = await decline() }
            #expect((try await Self.bytes(data) - paused) / 10 <= Self.most)
        }
    }

    // MARK: Requests

    private static let organization = "WoodlandsChurch"
    /// A query string that is close to the longest address that the server accepts.
    private static let filling = String(repeating: "a", count: 8_000)

    /// A query's text that is longer than the stored part of a URL.
    private static let middle = String(repeating: "a", count: 300)
    /// The longest ids of an organization and a fund.
    private static let long = String(repeating: "L", count: 64)
    private static let longFund = String(repeating: "f", count: 32)
    /// The longest organization's id in lower case and percent-encoded, longer than the stored part of a URL.
    private static let escaped = String(repeating: "%6C", count: 64)

    private static var places: [RoutePlace] {
        TapController.routes.places + PaymentPath.routes.places + PayeeController.routes.places
            + DependentController.routes.places + PlanController.routes.places
            + AdminController.routes.places + AdminRequestContext.table.places
    }

    /// Links of tags and codes.
    private static func links(_ site: TapController) -> [(String, Ask)] {
        [
            "/\(organization)?f=12&r=1&x=\(filling)", "/\(organization)?x=\(filling)",
            "/\(organization.lowercased())?r=0&x=\(filling)", "/%57oodlandsChurch?r=1&x=%zz\(filling)",
            "/%77oodlandsCHURCH?f=12&r=1&x=\(filling)",
            "/\(organization)?f=12&r=1&\(String(repeating: "%22", count: 2_600))",
            "/\(organization)/?f=&x=\(filling)", "/Nobody?x=\(filling)", "/\(filling)",
            "/t/none?x=\(filling)",
            "/pay/none?x=\(filling)", "/plan/none?x=\(filling)", "/a/b/c?x=\(filling)",
        ].map { target in
            ("GET \(target.prefix(60))", { _ in _ = await get(site, target) })
        }
    }

    /// Forms that are refused, requests for sign-in links of unknown addresses, and calls without a key or
    /// signature.
    private static func forms(_ site: TapController) -> [(String, Ask)] {
        [
            (
                "a gift without a name",
                { _ in _ = await post(site, "/-/give", "org=\(organization)&amount=50") }
            ),
            (
                "a gift with a link as its name",
                { _ in
                    _ = await post(
                        site, "/-/give",
                        "org=\(organization)&fund=12&amount=50.00&by=card&key=\(formKey())"
                            + "&name=evil.example&email=donor%40example.org&phone=1&method=pm_card_visa")
                }
            ),
            (
                "a sign-in link",
                { number in
                    _ = await post(site, "/-/giver", "email=nobody\(number)%40unknown.example.org")
                }
            ),
            (
                "a staff sign-in",
                { number in
                    _ = await post(
                        site, "/admin/sign-in",
                        "email=nobody\(number)%40example.org&password=a+long+wrong+password")
                }
            ),
            (
                "the API without a key",
                { _ in
                    _ = await site.api?.reply(
                        to: APICall("GET", "/api/gifts?x=\(filling)", client: "192.0.2.7"))
                }
            ),
            (
                "the API with an unknown key",
                { number in
                    _ = await site.api?.reply(
                        to: APICall(
                            "POST", "/api/gifts", body: Array(filling.utf8),
                            authorization: "Bearer \(number)\(filling)",
                            client: "192.0.2.7"))
                }
            ),
            (
                "a webhook without a signature",
                { _ in
                    _ = await site.webhooks?.reply(to: Array(filling.utf8), signature: nil)
                }
            ),
            (
                "a webhook with a wrong signature",
                { _ in
                    _ = await site.webhooks?.reply(to: Array(filling.utf8), signature: "t=1,v1=\(filling)")
                }
            ),
        ]
    }

    private static func get(_ site: TapController, _ target: String) async -> PageResponse {
        let answer = await site.answer(
            PageRequest(
                "GET", target, at: site.router.match(String(target.prefix { $0 != "?" })), client: "192.0.2.7"
            ))
        await site.storeTaps()
        return answer
    }

    private static func post(_ site: TapController, _ path: String, _ form: String) async -> PageResponse {
        await site.answer(
            PageRequest("POST", path, at: site.router.match(path), form: form, client: "192.0.2.7"))
    }

    /// Returns the key of a form.
    private static func formKey() -> String { FormKey(random: systemRandom).text }

    // MARK: The site

    /// The number of bytes in all rows and indexes, without free space.
    private static func bytes(_ data: DataFolder) async throws -> Int {
        try await data.read { try $0.value("SELECT SUM(payload) FROM dbstat") } ?? 0
    }

    /// The number of taps.
    private static func taps(_ data: DataFolder) async throws -> Int {
        try await data.read { try $0.value("SELECT COUNT(*) FROM tap") } ?? 0
    }

    private static func withSite(_ body: (TapController, DataFolder) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bytes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let secret = folder.appending(path: "webhook.secret").path
        #expect(
            FileManager.default.createFile(
                atPath: secret, contents: Data("whsec_x\n".utf8), attributes: [.posixPermissions: 0o600]))
        let data = try await DataFolder.open(folder.appending(path: "data").path) { _ in }
        defer { try? data.close() }
        try await data.write { transaction, now in
            _ = try transaction.addOrganization(
                organization, OrganizationFields(displayName: "Woodlands Church"), at: now)
            for fund in ["12", "13"] {
                _ = try transaction.addFund(fund, name: "Fund \(fund)", to: organization, at: now)
            }
        }
        try await data.write { transaction, now in
            _ = try transaction.addOrganization(long, OrganizationFields(displayName: "Long"), at: now)
            _ = try transaction.addFund(longFund, name: "Long", to: long, at: now)
        }
        for id in [organization, long] { _ = try await data.onboard(id, outcome: .complete) }
        let configuration = try ServeConfiguration([
            ServeLayer(source: .flag, values: [.webhookSecret: [secret]])
        ])
        let served = try ServedSite(configuration, write: { _ in })
        let mail = LimitedMail(
            into: MailSpool(data.outbox), clock: .system, random: systemRandom, report: { _ in })
        let site = served.controller(over: data, mail)
        #expect(site.api != nil && site.webhooks != nil)
        try await body(site, data)
    }
}
