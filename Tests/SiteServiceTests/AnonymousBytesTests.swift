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

    @Test("S-6: a tap that names a tag leaves at most 800 bytes")
    func tags() async throws {
        try await Self.withSite { site, data in
            let before = try await Self.bytes(data)
            for number in 0..<10 {
                let evidence = "m=04E141124C288\(number)x00000\(number)"
                _ = await Self.get(
                    site,
                    "/\(Self.organization)?f=12&r=1&t=ABCDEFGHIJKLMNO\(number)&\(evidence)&x=\(Self.filling)")
            }
            let found = try await data.read { try $0.taps(organization: nil, after: nil, limit: 100) }
            #expect(found.count == 10 && found.allSatisfy { $0.uid != nil })
            #expect((try await Self.bytes(data) - before) / 10 <= 800)
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

    /// Forms that are refused, requests for sign-in links of unknown addresses, and calls without a key or signature.
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
        await site.answer(
            PageRequest(
                "GET", target, at: site.router.match(String(target.prefix { $0 != "?" })), client: "192.0.2.7"
            ))
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
        _ = try await data.onboard(organization, outcome: .complete)
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
