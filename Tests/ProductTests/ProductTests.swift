import DataFolderKit
import DatabaseKit
import Documents
import Foundation
import Giving
import HTMLKit
import InvocationRouter
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import ServerKit
import StaffAccess
import Testing
import TimeKit

@testable import PublicAPI
@testable import Scenarios
@testable import TapServer

/// A product outside the package's list, with everything that a product of the package has.
@Suite struct ProductTests {
    static let products: [any PlatformProduct] = Products.all + [RaffleProduct()]

    /// Runs a test over a data folder with all products.
    private static func withData(_ body: (DataFolder) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "product-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try await DataFolder.open(folder.path, products: products) { _ in }
        defer { try? data.close() }
        try await body(data)
    }

    private static func site(_ data: DataFolder) -> TapController {
        let context = PageContext(
            data: data, settings: SiteSettings(), wallet: data.simulatedWallet(on: WalletDevice()),
            failed: { Issue.record($0) })
        return TapController(
            giving: data.giving, tags: nil, world: data.simulatedWorld(on: WalletDevice()),
            mail: LimitedMail(
                into: MailSpool(data.outbox), clock: .system, random: systemRandom, report: { _ in }),
            settings: context.settings,
            products: data.products.list.flatMap { $0.pages(context) }, random: systemRandom)
    }

    private static func send(_ site: TapController, _ method: String, _ path: String, form: String = "") async
        -> PageResponse
    {
        await site.answer(PageRequest(method, path, at: site.router.match(path), form: form))
    }

    /// Returns the text of a page, or an empty text for any other response.
    private static func text(_ answer: PageResponse) -> String {
        guard case .page(_, let document) = answer else { return "" }
        return document.text
    }

    @Test("its page shows a ticket and charges it once, and the ledger balances")
    func page() async throws {
        try await Self.withData { data in
            let site = Self.site(data)
            let ticket = try await data.products.raffle.offer(to: "Ann <b>", for: Money(5_00, .usd))
            let path = RaffleSite.ticket(ticket.id)
            let offered = Self.text(await Self.send(site, "GET", path))
            #expect(offered.contains("A ticket for Ann &lt;b&gt;") && offered.contains("5.00: offered"))
            let declined = "method=pm_card_visa_chargeDeclined"
            for form in [declined, "method=pm_card_visa", "method=pm_card_visa"] {
                guard case .redirect(path) = await Self.send(site, "POST", path, form: form) else {
                    Issue.record("no redirect after \(form)")
                    return
                }
                let status = form == declined ? "offered" : "sold"
                #expect(Self.text(await Self.send(site, "GET", path)).contains("5.00: \(status)"))
            }
            let (sold, check) = try await data.read { transaction in
                (
                    try transaction.balances(prefix: LedgerAccount.raffle.rawValue),
                    try transaction.ledgerCheck()
                )
            }
            #expect(sold.map(\.amount) == [Money(-5_00, .usd)])
            #expect(check.isBalanced)
        }
    }

    @Test("its path has a route, a limit and a label, and no route without the product")
    func route() async throws {
        let path = "/-/raffle/tkt_1"
        try await Self.withData { data in
            let site = Self.site(data)
            let place = site.router.match(path).place
            #expect(place.label == "/-/raffle/{ticket}" && place.limit == .gift)
            guard case .notAllowed("GET, POST") = await Self.send(site, "PUT", path),
                case .page(404, _) = await Self.send(site, "GET", path)
            else {
                Issue.record("another answer")
                return
            }
        }
        #expect(SiteRoutes.standard.match(path).place.path.template == "/**")
    }

    @Test("its API route returns the document, an error has a remedy, and OpenAPI describes the route")
    func api() async throws {
        try await Self.withData { data in
            let api = JSONAPI(data, hosts: .standard, random: systemRandom)
            try await data.write { transaction, now in
                _ = try transaction.addOrganization(
                    "Grace", OrganizationFields(displayName: "Grace"), at: now)
            }
            let key = try await data.apiKeys.add("reader", .readOnly, organizations: ["Grace"]).secret.text
            func reply(_ path: String) async -> APIReply {
                await api.reply(to: APICall("GET", path, authorization: "Bearer \(key)"))
            }
            let ticket = try await data.products.raffle.offer(to: "Ann", for: Money(5_00, .usd))
            let found = await reply("/api/raffle/\(ticket.id)")
            #expect(found.status == 200 && found.content == ticket.document.text + "\n")
            let missing = await reply("/api/raffle/tkt_0")
            #expect(missing.status == 404 && missing.content.contains("unknown_ticket"))
            #expect(missing.content.contains("There is no such ticket: tkt_0. Look at the ticket again."))
            let described = await reply("/api/openapi.json").content
            #expect(
                described.contains("/api/raffle/{ticket}")
                    && described.contains("#/components/schemas/raffle_ticket"))
            #expect(api.route(of: "/api/raffle/tkt_0") == "/api/raffle/{ticket}")
        }
    }

    @Test("its steps and expectations are read, run and reported")
    func scenario() async throws {
        let text = """
            name: A raffle
            clock: 2026-11-22T09:00:00Z
            organizations:
              - {id: Grace, funds: [12]}
            steps:
              - ticket: {as: first, price: 5}
              - ticket: {as: second, price: 2.50}
              - buy: {ticket: first}
              - expect: {tickets: {first: {status: sold}, second: {status: offered}}, ledger: balanced}
            """
        let scenario = try GivingScenario(yaml: text, products: Self.products)
        let result = try await ScenarioRun.run(
            scenario, products: Self.products, file: "raffle.yaml", seed: 1, overHTTP: false
        ) { _ in }
        #expect(result.steps.map(\.result) == ["offered", "offered", "sold", ""])
        #expect(result.steps[2].what == "buy first with pm_card_visa")
        let checks = result.steps[3].checks
        #expect(checks.map(\.title) == ["ticket first: status", "ticket second: status", "ledger"])
        #expect(checks.map(\.passed) == [true, true, true])
        let error = #expect(throws: ScenarioError.self) {
            try GivingScenario(
                yaml: text.replacing("ticket: first}", with: "ticket: frist}"), products: Self.products)
        }
        #expect(error?.remedy == "write first")
        #expect(throws: ScenarioError.self) { try GivingScenario(yaml: text) }
    }

    @Test("no two products share a kind of payment or the name of a migration")
    func kinds() {
        let kinds = Self.products.flatMap { $0.policies(ids: Self.ids).keys }
        #expect(Set(kinds).count == kinds.count)
        let names = Self.products.migrations.map(\.name)
        #expect(Set(names).count == names.count && names.last == "raffle.1")
    }

    private static let ids = Identifiers(clock: WallClock { Timestamp(seconds: 0) }) { 7 }
}
