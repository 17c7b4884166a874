import Giving
import InvocationRouter
import StaffAccess
import TapServer
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Access to the API by keys, roles and organizations.
@Suite struct APIAccessTests {
    // B3-61
    @Test("every route except the description requires a key")
    func everyRoute() async throws {
        try await APIBench.with { bench in
            for route in APIRoute.all where route.name != "describe" {
                let path = route.path.names.reduce(route.path.template) {
                    $0.replacing("{\($1)}", with: "x")
                }
                let answer = try await bench.call(route.method.rawValue, path, by: nil)
                #expect(answer.status == 401 && answer.code == "missingKey", "\(route.name)")
            }
        }
    }

    // B3-61
    @Test("refuses a missing, an unknown and a revoked key")
    func keys() async throws {
        try await APIBench.with { bench in
            let none = try await bench.call("GET", "/api/gifts", by: nil)
            #expect(none.status == 401 && none.code == "missingKey")
            #expect(none.headers["WWW-Authenticate"] == "Bearer")
            for key in ["", "x", "tapk_test_", "tapk_test_" + String(repeating: "A", count: 43)] {
                let answer = try await bench.call("GET", "/api/gifts", by: key)
                #expect(answer.status == 401 && answer.code == "invalidKey", "\(key)")
            }
            #expect(try await bench.call("GET", "/api/gifts").status == 200)
            _ = try await bench.data.apiKeys.remove("owner")
            #expect(try await bench.call("GET", "/api/gifts").status == 401)
        }
    }

    @Test("a log names the route, without the values in its path")
    func routeNames() async throws {
        try await APIBench.with { bench in
            let api = JSONAPI(bench.data, hosts: .standard) { 7 }
            #expect(api.route(of: "/api/gifts") == "/api/gifts")
            #expect(api.route(of: "/api/gifts/secret") == "/api/gifts/{gift}")
            for path in ["/api", "/api/", "/api/secret", "/api/gifts/secret/secret", "/api/gifts/%FF"] {
                #expect(api.route(of: path) == "/api/{none}")
            }
        }
    }

    @Test("lists the routes that charge a card: gifts and retries, contracts, payments, plans")
    func cardRoutes() async throws {
        #expect(
            APIRoute.all.filter(\.triesCards).map(\.name) == [
                "createGift", "retryGift", "processContractPayment", "confirmPayment",
                "checkoutPlan", "changePlan",
            ])
        try await APIBench.with { bench in
            let api = JSONAPI(bench.data, hosts: .standard) { 7 }
            for path in ["/api/gifts", "/api/gifts/gift_1/retry", "/api/contracts/con_1/process-payment"] {
                #expect(api.triesCards("POST", path) && !api.triesCards("GET", path), "\(path)")
            }
            for path in ["/api/gifts/gift_1/refunds", "/api/gifts/a/b/retry", "/api/recurring/sub_1/retry"] {
                #expect(!api.triesCards("POST", path), "\(path)")
            }
        }
    }

    @Test("a role can call only the operations it permits")
    func roles() async throws {
        try await APIBench.with { bench in
            for (role, mayRead, mayChange, mayTags) in [
                ("owner", true, true, true), ("treasurer", true, true, false),
                ("read-only", true, false, true), ("tags", false, false, true),
            ] {
                #expect(try await bench.call("GET", "/api/gifts", by: role).status == (mayRead ? 200 : 403))
                let given = try await bench.give(by: role)
                #expect(given.status == (mayChange ? 200 : 403), "\(role)")
                if !mayChange { #expect(given.code == "roleNotPermitted") }
                for target in ["/api/taps", "/api/recurring", "/api/organizations"] {
                    let answer = try await bench.call("GET", target, by: role)
                    #expect(answer.status == (mayRead ? 200 : 403), "\(role) \(target)")
                }
                #expect(try await bench.call("GET", "/api/batches", by: role).status == (mayTags ? 200 : 403))
            }
            let count = try await bench.data.read { try $0.gifts(GiftQuery(organization: "Grace")).count }
            #expect(count == 2)
        }
    }

    @Test("another organization's records are not found, with the same response as for unknown ids")
    func scope() async throws {
        try await APIBench.with { bench in
            let gift = try await bench.call(
                "POST", "/api/gifts", APIBench.gift(#""recurring":true"#, org: "Hope"), by: "hope")
            #expect(gift.status == 200)
            let recurring = try #require(gift["recurring"]?.string)
            let donor = try #require(gift["donor"]?.string)
            let year = bench.data.clock.now().date.year
            try await bench.manage("grace-tag", of: "Grace")
            try await bench.manage("hope-tag", of: "Hope")
            let theirs = [
                ("GET", "/api/organizations/Hope", ""), ("GET", "/api/organizations/Hope/funds", ""),
                ("GET", "/api/organizations/Hope/funds/7", ""),
                ("POST", "/api/organizations/Hope/funds", #"{"id":"8","name":"New"}"#),
                ("POST", "/api/organizations/Hope", #"{"name":"New"}"#),
                ("POST", "/api/organizations/Hope/onboard", ""),
                ("POST", "/api/organizations/Hope/aliases", #"{"alias":"New"}"#),
                ("POST", "/api/organizations/Hope/aliases/remove", #"{"alias":"New"}"#),
                ("POST", "/api/organizations/Hope/funds/7", #"{"name":"New"}"#),
                ("POST", "/api/organizations/Hope/funds/7/close", ""),
                ("POST", "/api/organizations/Hope/funds/7/reopen", ""),
                ("POST", "/api/gifts", APIBench.gift(org: "Hope")), ("GET", "/api/gifts?org=Hope", ""),
                ("GET", "/api/gifts/\(gift.id)", ""), ("GET", "/api/gifts/\(gift.id)/refunds", ""),
                ("POST", "/api/gifts/\(gift.id)/refunds", ""),
                ("POST", "/api/gifts/\(gift.id)/retry", #"{"method":"pm_card_visa"}"#),
                ("POST", "/api/gifts/\(gift.id)/challenge", #"{"outcome":"passed"}"#),
                ("GET", "/api/recurring?org=Hope", ""),
                ("GET", "/api/recurring/\(recurring)", ""),
                ("POST", "/api/recurring/\(recurring)", #"{"day":3}"#),
                ("POST", "/api/recurring/\(recurring)/pause", ""),
                ("POST", "/api/recurring/\(recurring)/resume", ""),
                ("POST", "/api/recurring/\(recurring)/retry", ""),
                ("POST", "/api/recurring/\(recurring)/cancel", ""), ("GET", "/api/taps?org=Hope", ""),
                ("POST", "/api/batches", #"{"name":"New","org":"Hope","count":2}"#),
                ("GET", "/api/managed?org=Hope", ""), ("GET", "/api/managed/hope-tag", ""),
                ("POST", "/api/managed/hope-tag/aim", #"{"org":"Grace"}"#),
                ("POST", "/api/managed/grace-tag/aim", #"{"org":"Hope"}"#),
                ("POST", "/api/managed/hope-tag/revoke", ""),
                ("POST", "/api/managed/hope-tag/replace", ""),
                ("GET", "/api/batches?org=Hope", ""), ("GET", "/api/batches/Main?org=Hope", ""),
                ("GET", "/api/organizations/Hope/statements/\(year)", ""),
                ("GET", "/api/organizations/Hope/statements/\(donor)/\(year)", ""),
                ("GET", "/api/organizations/Grace/statements/\(donor)/\(year)", ""),
            ]
            for (method, target, body) in theirs {
                let never = [
                    gift.id: "gift_0", recurring: "rec_0", donor: "donor_0", "Hope": "Nowhere",
                    "hope-tag": "never-tag",
                ]
                var (other, sent) = (target, body)
                for (id, none) in never {
                    (other, sent) = (other.replacing(id, with: none), sent.replacing(id, with: none))
                }
                let answer = try await bench.call(method, target, body)
                let absent = try await bench.call(method, other, sent)
                #expect(answer.status == 404 && absent.status == 404, "\(method) \(target)")
                #expect(answer.code == absent.code, "\(method) \(target)")
                var message = answer.message ?? ""
                for (id, none) in never { message = message.replacing(id, with: none) }
                #expect(message == absent.message, "\(method) \(target)")
            }
            #expect(try await bench.call("GET", "/api/organizations").ids == ["Grace"])
            #expect(try await bench.call("GET", "/api/gifts?email=donor@example.org").ids == [])
            #expect(try await bench.call("GET", "/api/gifts?donor=\(donor)").ids == [])
            #expect(try await bench.call("GET", "/api/gifts?email=nobody@example.org").ids == [])
        }
    }

    @Test("a batch shows and counts only the seats of the key's organizations")
    func batches() async throws {
        try await APIBench.with { bench in
            try await bench.fillBatch()
            let batch = try await bench.call("GET", "/api/batches/Main", by: "tags")
            #expect(batch["rows"] == .number("3") && batch["verified"] == .number("2"))
            #expect(try await bench.call("GET", "/api/batches/Main", by: "hope")["rows"] == .number("1"))
            let first = try await bench.call("GET", "/api/batches/Main/tags?limit=2", by: "tags")
            #expect(first["data"]?.elements.map { $0["seat"] } == ["A1", "A2"] && first["has_more"] == true)
            let rest = try await bench.call("GET", "/api/batches/Main/tags?starting_after=2", by: "tags")
            #expect(rest["data"]?.elements.map { $0["seat"] } == ["A4"] && rest["has_more"] == false)
            // `Other` has only seats of Hope.
            let other = try await bench.call("GET", "/api/batches/Other", by: "tags")
            let never = try await bench.call("GET", "/api/batches/Never", by: "tags")
            #expect(other.status == 404 && never.status == 404)
            #expect(other.message?.replacing("Other", with: "Never") == never.message)
            let list = try await bench.call("GET", "/api/batches", by: "tags")
            #expect(list["data"]?.elements.map { $0["name"] } == ["Main"])
            #expect(try await bench.call("GET", "/api/batches", by: "hope")["data"]?.elements.count == 2)
            let one = try await bench.call("GET", "/api/batches?limit=1", by: "hope")
            #expect(one["data"]?.elements.count == 1 && one["has_more"] == .bool(true))
            let next = try await bench.call("GET", "/api/batches?limit=1&starting_after=Main", by: "hope")
            #expect(next["data"]?.elements.count == 1 && next["has_more"] == .bool(false))
        }
    }

    @Test("accepts an organization's aliases, and requires one to be named if the key has several")
    func names() async throws {
        try await APIBench.with { bench in
            try await bench.data.write { transaction, _ in _ = try transaction.addAlias("grâce", to: "Grace")
            }
            #expect(try await bench.call("GET", "/api/organizations/gr%C3%A2ce").id == "Grace")
            let given = try await bench.call("POST", "/api/gifts", APIBench.gift(org: "grâce"))
            #expect(given["org"] == "Grace")
            #expect(try await bench.call("GET", "/api/gifts", by: "hope").ids == [])
            let unclear = try await bench.call("GET", "/api/gifts", by: "both")
            #expect(unclear.status == 400 && unclear.param == "org")
            #expect(try await bench.call("GET", "/api/gifts?org=grace", by: "both").ids == [given.id])
        }
    }
}
