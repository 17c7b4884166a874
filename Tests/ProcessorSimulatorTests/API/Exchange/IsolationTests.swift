import Foundation
import Processor
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import ProcessorSimulator

/// Every object belongs to exactly one account, and no other account sees it.
///
/// Source: Stripe documentation, "Making API calls for connected accounts".
@Suite struct IsolationTests {
    /// The paths of objects that every account has.
    private static let common =
        ["/v1/country_specs"]
        + [IssuingRecords.bundles, ReportingRecords.types, TaxRecords.codes].map(\.path)
    /// A text in the metadata of an account's objects that no response to another account contains.
    private static let secret = "only-for-grace"

    @Test("no route shows or changes another account's object")
    func everyRoute() async throws {
        let world = try await AccountWorld()
        let known = try await Self.fill(world)
        var covered: Set<String> = []
        for route in RouteTable.all
        where route.pattern.contains("{") && !route.namesAccount && !route.isForPlatformOnly
            && !Self.common.contains(where: route.pattern.hasPrefix)
        {
            let isRead = route.method == .get
            for path in Self.paths(route, known) {
                covered.insert(route.operation)
                for account in [world.mercy, nil] {
                    let request = world.bench.request(route.method.rawValue, path, account: account)
                    let answer = await world.bench.processor.exchange(request)
                    let asked = "\(route.operation) of \(path) as \(account ?? "the platform")"
                    #expect((400...404).contains(answer.status), "\(asked): \(answer.status)")
                    if isRead { #expect(answer.error.text("code") == "resource_missing", "\(asked)") }
                    #expect(!String(decoding: answer.body, as: UTF8.self).contains(Self.secret), "\(asked)")
                }
                // A charge without a dispute has no such part.
                let isPart = route.pattern.hasSuffix("/dispute")
                if isRead, !isPart, route.pattern.count(where: { $0 == "{" }) == 1 {
                    #expect(await world.look(path, as: world.grace).status == 200, "\(path)")
                }
            }
        }
        #expect(covered.count > 60)
        // Nothing was changed: the account still has all of it.
        #expect(try await world.list("/v1/customers", as: world.grace).count == 1)
        #expect(try await world.list("/v1/subscriptions", as: world.grace).count == 1)
    }

    @Test("lists, searches and events of the platform and other accounts contain nothing of an account")
    func lists() async throws {
        let world = try await AccountWorld()
        let known = try await Self.fill(world)
        var (compared, seen) = (0, 0)
        for route in RouteTable.all
        where route.method == .get && !route.pattern.contains("{") && !route.isForPlatformOnly
            && !Self.common.contains(route.pattern)
        {
            let query = route.pattern.hasSuffix("/search") ? "?query=metadata%5B'of'%5D:'\(Self.secret)'" : ""
            let own = await world.look(route.pattern + query, as: world.grace)
            if String(decoding: own.body, as: UTF8.self).contains(Self.secret) { seen += 1 }
            for account in [world.mercy, nil] {
                let answer = await world.look(route.pattern + query, as: account)
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(!text.contains(Self.secret), "\(route.pattern) as \(account ?? "the platform")")
                for id in known.kinds.flatMap({ known[$0] }) where id.count > 20 && id != world.grace {
                    #expect(!text.contains("\"\(id)\""), "\(route.pattern): \(id)")
                }
                compared += 1
            }
        }
        #expect(compared > 40)
        #expect(seen > 8)
    }

    @Test("a parameter, a cursor or an expanded field cannot name another account's object")
    func references() async throws {
        let world = try await AccountWorld()
        let known = try await Self.fill(world)
        func id(_ kind: String) throws -> String { try #require(known[kind].first) }
        let wrong: [(path: String, form: [String: String])] = [
            ("/v1/payment_intents", ["amount": "100", "currency": "usd", "customer": try id("customer")]),
            (
                "/v1/payment_intents",
                ["amount": "100", "currency": "usd", "payment_method": try id("payment_method")]
            ),
            ("/v1/refunds", ["charge": try id("charge")]),
            ("/v1/refunds", ["payment_intent": try id("payment_intent")]),
            ("/v1/invoices", ["customer": try id("customer")]),
            ("/v1/prices", ["currency": "usd", "unit_amount": "1", "product": try id("product")]),
        ]
        for account in [world.mercy, nil] {
            for (path, form) in wrong {
                let fields = form.map { FormField($0.key, $0.value) }
                let answer = await world.bench.exchange("POST", path, fields, account: account)
                #expect((400...404).contains(answer.status), "\(path) \(form)")
                #expect(answer.error.text("code") == "resource_missing", "\(path) \(form)")
            }
            let cursor = try id("customer")
            #expect(await world.look("/v1/customers?starting_after=\(cursor)", as: account).status == 400)
        }
        let own = try await world.get("/v1/charges/\(id("charge"))?expand[]=customer", as: world.grace)
        #expect((own["customer"] as? [String: Any])?.text("id") == (try id("customer")))
    }

    @Test("an account that does not exist, and another account's details, are refused with 403")
    func accounts() async throws {
        let world = try await AccountWorld()
        for unknown in ["acct_none", "", "a:b", String(world.grace.dropLast())] {
            let answer = await world.look("/v1/customers", as: unknown)
            #expect(answer.status == 403)
            #expect(answer.error.text("code") == "account_invalid")
        }
        for path in ["", "/external_accounts"] {
            #expect(await world.look("/v1/accounts/\(world.grace)\(path)", as: world.mercy).status == 403)
            #expect(await world.look("/v1/accounts/\(world.grace)\(path)", as: world.grace).status == 200)
            #expect(await world.look("/v1/accounts/\(world.grace)\(path)").status == 200)
        }
        #expect(try await world.list("/v1/accounts", as: world.grace).isEmpty)
        #expect(try await world.list("/v1/accounts").count == 2)
        for path in ["/v1/accounts", "/v1/webhook_endpoints", "/v1/account_links"] {
            #expect(await world.bench.exchange("POST", path, account: world.grace).status == 400)
        }
        #expect(try await world.list("/v1/webhook_endpoints", as: world.grace).isEmpty)
        let transfer = await world.bench.exchange(
            "POST", "/v1/transfers",
            [FormField("amount", "1"), FormField("currency", "usd"), FormField("destination", world.mercy)],
            account: world.grace)
        #expect(transfer.error.text("param") == "destination")
    }

    @Test("GET /v1/account is the platform's own account, whose id in Stripe-Account means the platform")
    func platform() async throws {
        let world = try await AccountWorld()
        let own = try await world.get("/v1/account")
        let id = own.text("id")
        #expect(id.hasPrefix("acct_"))
        #expect(own.text("object") == "account")
        #expect(try await world.get("/v1/accounts/\(id)").text("id") == id)
        #expect(try await world.get("/v1/account", as: id).text("id") == id)
        #expect(try await world.get("/v1/account", as: world.grace).text("id") == world.grace)
        let customer = try await world.post("/v1/customers", ["name": "Ann"], as: id)
        #expect(try await world.get("/v1/customers/\(customer.text("id"))").text("name") == "Ann")
        let key = "same-key"
        let first = await world.bench.exchange("POST", "/v1/customers", key: key, account: id)
        let again = await world.bench.exchange("POST", "/v1/customers", key: key)
        #expect(again.isReplayed)
        #expect(again.body == first.body)
    }

    @Test("each account has its own idempotency keys")
    func keys() async throws {
        let world = try await AccountWorld()
        var made: Set<String> = []
        for account in [nil, world.grace, world.mercy] {
            let first = await world.bench.exchange("POST", "/v1/customers", key: "one", account: account)
            let again = await world.bench.exchange("POST", "/v1/customers", key: "one", account: account)
            #expect(!first.isReplayed && again.isReplayed)
            made.insert(first.json.text("id"))
        }
        #expect(made.count == 3)
    }

    /// Creates objects of most types for the account `grace`, and returns their ids.
    private static func fill(_ world: AccountWorld) async throws -> KnownObjects {
        let mark = ["metadata[of]": secret]
        _ = try await world.charge(mark.merging(["payment_method": "pm_card_createDispute"]) { $1 })
        let subscription = try await world.subscription(mark)
        let customer = subscription.text("customer")
        try await world.post("/v1/customers/\(customer)", mark, as: world.grace)
        let charge = try await world.charge(mark.merging(["customer": customer]) { $1 })
        try await world.post(
            "/v1/refunds", mark.merging(["charge": charge.text("id"), "amount": "100"]) { $1 },
            as: world.grace)
        try await world.post(
            "/v1/setup_intents", mark.merging(["customer": customer]) { $1 }, as: world.grace)
        try await world.post("/v1/products", mark.merging(["name": "Roof"]) { $1 }, as: world.grace)
        try await world.post(
            "/v1/coupons", mark.merging(["percent_off": "10", "duration": "once"]) { $1 }, as: world.grace)
        try await world.post(
            "/v1/invoiceitems",
            mark.merging(["customer": customer, "amount": "100", "currency": "usd"]) { $1 }, as: world.grace)
        try await world.post(
            "/v1/invoices", mark.merging(["customer": customer, "currency": "usd"]) { $1 },
            as: world.grace)
        let price = try await world.list("/v1/prices", as: world.grace).first?.text("id") ?? ""
        try await world.post(
            "/v1/payment_links",
            mark.merging(["line_items[0][price]": price, "line_items[0][quantity]": "1"]) { $1 },
            as: world.grace)
        try await world.post(
            "/v1/checkout/sessions",
            mark.merging([
                "mode": "subscription", "success_url": "https://example.org", "line_items[0][price]": price,
                "line_items[0][quantity]": "1",
            ]) { $1 }, as: world.grace)
        try await world.post(
            "/v1/billing_portal/configurations",
            mark.merging(["features[invoice_history][enabled]": "true"]) { $1 }, as: world.grace)
        let cost = ["fixed_amount[amount]": "500", "fixed_amount[currency]": "usd", "display_name": "Ground"]
        try await world.post("/v1/shipping_rates", mark.merging(cost) { $1 }, as: world.grace)
        try await world.post(
            "/v1/topups", mark.merging(["amount": "100", "currency": "usd"]) { $1 }, as: world.grace)
        try await world.post(
            "/v1/radar/value_lists", mark.merging(["alias": "blocked", "name": "Blocked"]) { $1 },
            as: world.grace)
        try await world.post(
            "/v1/apple_pay/domains", ["domain_name": "give.example"], as: world.grace)
        try await world.post(
            "/v1/test_helpers/customers/\(customer)/fund_cash_balance", ["amount": "100", "currency": "usd"],
            as: world.grace)
        try await world.post(
            "/v1/test_helpers/test_clocks", ["frozen_time": String(world.bench.clock.now.seconds)],
            as: world.grace)
        try await record(world, mark)
        world.bench.clock.advance(seconds: 3 * 86_400)
        try await world.post(
            "/v1/payouts", mark.merging(["amount": "100", "currency": "usd"]) { $1 }, as: world.grace)
        var known = KnownObjects()
        for route in RouteTable.all
        where route.method == .get && !route.pattern.contains("{") && !route.isForPlatformOnly {
            known.learn(await world.look(route.pattern, as: world.grace).json)
        }
        return known
    }

    /// Creates an object of most recorded types for the account `grace`.
    private static func record(_ world: AccountWorld, _ mark: [String: String]) async throws {
        func made(_ path: String, _ form: [String: String]) async throws -> String {
            try await world.post(path, mark.merging(form) { $1 }, as: world.grace).text("id")
        }
        let address = ["city": "Houston", "country": "US", "line1": "1 Main Street", "postal_code": "77001"]
        let billing = Dictionary(uniqueKeysWithValues: address.map { ("billing[address][\($0)]", $1) })
        let holder = try await made("/v1/issuing/cardholders", billing.merging(["name": "Ann"]) { $1 })
        let card = try await made(
            "/v1/issuing/cards", ["cardholder": holder, "currency": "usd", "type": "virtual"])
        try await world.post(
            "/v1/test_helpers/issuing/authorizations", ["card": card, "amount": "500"], as: world.grace)
        _ = try await made(
            "/v1/terminal/locations",
            Dictionary(uniqueKeysWithValues: address.map { ("address[\($0)]", $1) })
                .merging(["display_name": "Foyer"]) { $1 })
        _ = try await made("/v1/terminal/readers", ["registration_code": "simulated-wpe"])
        _ = try await made("/v1/identity/verification_sessions", ["type": "document"])
        let account = try await made("/v1/treasury/financial_accounts", ["supported_currencies[0]": "usd"])
        try await world.post(
            "/v1/test_helpers/treasury/received_credits",
            ["financial_account": account, "amount": "5", "currency": "usd", "network": "ach"],
            as: world.grace)
    }

    /// Returns the paths of a route with the ids of known objects, at most two per route.
    private static func paths(_ route: Route, _ known: KnownObjects) -> [String] {
        let words = route.pattern.split(separator: "/").map(String.init)
        return (0..<2).compactMap { number in
            var filled: [String] = []
            for (place, word) in words.enumerated() {
                guard word.hasPrefix("{") else {
                    filled.append(word)
                    continue
                }
                let ids = known[RandomCalls.kind(after: place > 0 ? words[place - 1] : "", in: route.pattern)]
                guard ids.indices.contains(number) else { return nil }
                filled.append(ids[number])
            }
            return "/" + filled.joined(separator: "/")
        }
    }
}
