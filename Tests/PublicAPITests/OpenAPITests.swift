import Bookings
import Contracts
import Giving
import InvocationRouter
import TapServer
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// The OpenAPI document says what the API does: no more, and no less.
@Suite struct OpenAPITests {
    @Test("every route answers as its schema says, and every route is tried")
    func everyRoute() async throws {
        try await APIBench.with { bench in
            try await readAndChange(bench)
            try await organizations(bench)
            try await retry(bench)
            let gift = try await bench.give().id
            for target in [
                "/api/openapi.json", "/api/gifts", "/api/gifts/\(gift)", "/api/gifts/\(gift)/refunds",
            ] { #expect(try await bench.call("GET", target).status == 200, "\(target)") }
            #expect(
                try await bench.call("POST", "/api/gifts/\(gift)/refunds", #"{"amount_minor":1000}"#).status
                    == 200)
            #expect(try await bench.call("GET", "/api/gifts/\(gift)/refunds")["data"]?.elements.count == 1)
            let donor = try #require(try await bench.call("GET", "/api/gifts/\(gift)")["donor"]?.string)
            let year = bench.data.clock.now().date.year
            let statement = "/api/organizations/Grace/statements/\(donor)/\(year)"
            #expect(try await bench.call("GET", statement).status == 200)
            let statements = "/api/organizations/Grace/statements/\(year)"
            #expect(try await bench.call("GET", statements)["data"]?.elements.count == 1)
            try await monthly(bench)
            _ = try await bench.data.giving.record(
                tap: "https://appclip.tap.giving/Grace?f=12", nil, organization: "Grace", source: .link)
            #expect(try await bench.call("GET", "/api/taps").ids.count == 1)
            try await bench.fillBatch()
            for target in ["/api/batches", "/api/batches/Main", "/api/batches/Main/tags"] {
                #expect(try await bench.call("GET", target, by: "tags").status == 200, "\(target)")
            }
            try await managed(bench)
            try await bench.enrollDependent()
            #expect(try await bench.call("GET", "/api/dependents/dep_1/review").status == 200)
            try await contracts(bench)
            try await bookings(bench)
            try await plans(bench)
            let described = bench.description["paths"]?.members.flatMap { path in
                path.value.members.map { "\($0.key.uppercased()) \(path.key)" }
            }
            #expect(
                Set(described ?? []) == bench.answered.union(["POST /api/recurring/{recurring}/retry"]))
            #expect(described?.count == APIRoute.all.count)
        }
    }

    private func readAndChange(_ bench: APIBench) async throws {
        for target in [
            "/api/organizations", "/api/organizations/grace", "/api/organizations/Grace/funds",
            "/api/organizations/Grace/funds/12",
        ] { #expect(try await bench.call("GET", target).status == 200, "\(target)") }
        let funds = "/api/organizations/Grace/funds"
        #expect(try await bench.call("POST", funds, #"{"id":"14","name":"Roof"}"#)["open"] == true)
        #expect(try await bench.call("POST", "\(funds)/14", #"{"name":"Floor"}"#)["name"] == "Floor")
        #expect(try await bench.call("POST", "\(funds)/14/close")["open"] == false)
        #expect(try await bench.call("POST", "\(funds)/14/reopen")["open"] == true)
    }

    private func organizations(_ bench: APIBench) async throws {
        let target = "/api/organizations/NewLife"
        for (target, body) in [
            ("/api/organizations", #"{"id":"NewLife","name":"New Life"}"#),
            (target, #"{"presets_minor":[1000]}"#), ("\(target)/onboard", ""),
            ("\(target)/aliases", #"{"alias":"Life"}"#), ("\(target)/aliases/remove", #"{"alias":"Life"}"#),
        ] {
            #expect(try await bench.call("POST", target, body, by: "both").status == 200, "\(target)")
        }
    }

    private func managed(_ bench: APIBench) async throws {
        try await bench.manage("one", of: "Grace")
        let target = "/api/managed/one"
        #expect(try await bench.call("GET", "/api/managed").ids == ["one"])
        #expect(try await bench.call("GET", target)["state"] == "active")
        #expect(
            try await bench.call("POST", "\(target)/aim", #"{"org":"Grace","fund":"13"}"#)["fund"] == "13")
        let other = try await bench.call("POST", "\(target)/replace")
        #expect(other.status == 200)
        let plan = #"{"name":"Planned","org":"Grace","count":4,"place":"rows A-B"}"#
        #expect(try await bench.call("POST", "/api/batches", plan)["open"] == .number("4"))
        #expect(try await bench.call("POST", "/api/managed/\(other.id)/revoke")["state"] == "revoked")
    }

    private func contracts(_ bench: APIBench) async throws {
        let id = try await bench.contract(.milestones).id
        let target = "/api/contracts/\(id)"
        #expect(try await bench.call("GET", "/api/contracts").ids == [id])
        #expect(try await bench.call("GET", target)["status"] == "pending_signature")
        #expect(try await bench.call("POST", "\(target)/send-payment-request").status == 200)
        #expect(try await bench.pay(id)["status"] == "active")
        #expect(try await bench.call("POST", "\(target)/milestones/2/request-payment").status == 200)
        let done = #"{"transition":"complete_milestone","milestone":1}"#
        #expect(try await bench.call("PATCH", "\(target)/status", done).status == 200)
    }

    private func bookings(_ bench: APIBench) async throws {
        let (payee, job) = try await bench.job()
        let year = bench.data.clock.now().date.year
        for target in ["", "/jobs", "/earnings", "/earnings/history", "/earnings/years/\(year)"] {
            #expect(try await bench.call("GET", "/api/payees/\(payee)\(target)").status == 200, "\(target)")
        }
        #expect(try await bench.call("GET", "/api/jobs/\(job)").status == 200)
        let paid = try await bench.data.read { try $0.bookingJob(job)?.payment }
        let challenge = "/api/payments/\(try #require(paid))/challenge"
        #expect(
            try await bench.call("POST", challenge, #"{"outcome":"passed"}"#)["state"] == "succeeded")
        #expect(try await bench.call("GET", "/api/stats").status == 200)
        for target in ["jobs/\(job)/complete", "payout/\(job)"] {
            #expect(try await bench.call("POST", "/api/\(target)").status == 200, "\(target)")
        }
        let refund = "/api/jobs/\(job)/refund"
        #expect(try await bench.call("POST", refund, #"{"amount_minor":100}"#).status == 200)
        #expect(try await bench.call("POST", "/api/jobs/\(job)/cancel").status == 200)
    }

    private func plans(_ bench: APIBench) async throws {
        #expect(try await bench.checkout()["status"] == "active")
        for target in [
            "plans", "status", "quota?member=ann&current_bytes=0&new_bytes=1",
            "features/ai_concierge?member=ann",
        ] { #expect(try await bench.call("GET", "/api/billing/\(target)").status == 200, "\(target)") }
        let asked = try await bench.checkout(member: "bob", method: "pm_card_authenticationRequired")
        #expect(asked["status"] == "requires_action")
        for (verb, body) in [
            ("challenge", #"{"member":"bob","outcome":"passed"}"#),
            ("change", #"{"member":"ann","price_id":"price_consumer_plus_annual"}"#),
        ] {
            #expect(try await bench.call("POST", "/api/billing/\(verb)", body).status == 200, "\(verb)")
        }
        for verb in ["cancel", "resume"] {
            let target = "/api/billing/\(verb)"
            #expect(try await bench.call("POST", target, #"{"member":"ann"}"#).status == 200, "\(verb)")
        }
    }

    private func retry(_ bench: APIBench) async throws {
        let declined = try await bench.call(
            "POST", "/api/gifts", APIBench.gift(method: "pm_card_visa_chargeDeclined"))
        let id = try #require(declined["error"]?["gift"]?["id"]?.string)
        let paid = try await bench.call(
            "POST", "/api/gifts/\(id)/retry", #"{"method":"pm_card_bypassPending"}"#)
        #expect(paid["status"] == "succeeded")
        let asked = try await bench.call(
            "POST", "/api/gifts", APIBench.gift(method: "pm_card_authenticationRequired"))
        let answered = try await bench.call(
            "POST", "/api/gifts/\(asked.id)/challenge", #"{"outcome":"passed"}"#)
        #expect(answered["status"] == "succeeded")
    }

    private func monthly(_ bench: APIBench) async throws {
        let gift = try await bench.give(#""recurring":true"#)
        let id = try #require(gift["recurring"]?.string)
        let target = "/api/recurring/\(id)"
        #expect(try await bench.call("GET", "/api/recurring").ids == [id])
        #expect(try await bench.call("GET", target)["status"] == "active")
        for body in [
            #"{"amount_minor":7500}"#, #"{"day":15}"#, #"{"fund":"13"}"#, #"{"method":"pm_card_visa"}"#,
        ] {
            #expect(try await bench.call("POST", target, body).status == 200, "\(body)")
        }
        let changed = try await bench.call("GET", target)
        #expect(changed["amount_minor"] == .number("7500") && changed["fund"] == "13")
        #expect(changed["day_of_month"] == .number("15"))
        #expect(try await bench.call("POST", "\(target)/pause")["status"] == "paused")
        #expect(try await bench.call("POST", "\(target)/resume")["status"] == "active")
        // Months pass by no clock of this bench, so that nothing is past due: the route answers with its refusal.
        let retried = try await bench.call("POST", "\(target)/retry")
        #expect(retried.status == 422 && retried.code == "wrongState")
        #expect(try await bench.call("POST", "\(target)/cancel")["status"] == "canceled")
    }

    @Test(
        "names every operation once, every parameter that stands in its path, and every schema that it means")
    func document() async throws {
        try await APIBench.with { bench in
            let document = bench.description
            #expect(document["openapi"] == "3.1.0")
            let operations =
                document["paths"]?.members.flatMap { path in
                    path.value.members.map { (path.key, $0.value) }
                } ?? []
            let names = operations.compactMap { $0.1["operationId"]?.string }
            #expect(names.count == operations.count && Set(names).count == names.count)
            for (path, operation) in operations {
                let named =
                    operation["parameters"]?.elements.filter { $0["in"] == "path" }
                    .compactMap { $0["name"]?.string } ?? []
                for name in named { #expect(path.contains("{\(name)}")) }
                #expect(path.count { $0 == "{" } == named.count, "\(path)")
            }
            let schemas = Set(document["components"]?["schemas"]?.members.map(\.key) ?? [])
            let meant = Set(
                document.text.matches(of: #/#\/components\/schemas\/([a-z_]+)/#).map { String($0.1) })
            #expect(meant == schemas)
        }
    }

    @Test(
        "what stands beside what, and what in place of what, is described as it is demanded",
        arguments: [
            ("/api/gifts", #""org":"Grace""#, true), ("/api/gifts", #""fund":"12""#, false),
            ("/api/gifts", #""url":"https://appclip.tap.giving/Grace?f=12&r=0""#, true),
            ("/api/gifts", #""org":"Grace","url":"https://appclip.tap.giving/Grace?r=0""#, false),
            (
                "/api/gifts", #""url":"https://appclip.tap.giving/Grace?f=12&r=0","fund":"12""#, false
            ),
            ("/api/gifts", #""org":"Grace","fund":"12""#, true),
            ("/api/gifts", #""org":"Grace","amount_minor":5000,"currency":"usd""#, true),
            ("/api/gifts", #""org":"Grace","amount_minor":5000"#, false),
            ("/api/gifts", #""org":"Grace","currency":"usd""#, false),
            ("/api/gifts", #""org":"Grace","client":"203.0.113.7""#, true),
            ("/api/gifts", #""org":"Grace","client":"2001:db8::7""#, true),
            ("/api/gifts", #""org":"Grace","client":"203.0.113""#, false),
            ("/api/gifts", #""org":"Grace","client":"::7::""#, false),
            ("/api/managed/{tag}/aim", #""org":"Grace""#, true),
            ("/api/managed/{tag}/aim", #""url":"https://church.example/give""#, true),
            ("/api/managed/{tag}/aim", #""org":"Grace","url":"https://church.example/give""#, false),
            ("/api/managed/{tag}/aim", "", false), ("/api/batches", #""seats":["A1"]"#, true),
            ("/api/batches", #""count":2,"place":"Lobby""#, true),
            ("/api/batches", #""seats":["A1"],"place":"Lobby""#, false),
            ("/api/batches", #""place":"Lobby""#, false),
            ("/api/batches", #""seats":["A1"],"count":2"#, false),
            ("/api/batches", #""campus":"Main""#, false),
        ])
    func together(path: String, fields: String, isTaken: Bool) async throws {
        try await APIBench.with { bench in
            try await bench.manage("one", of: "Grace")
            let rest = [
                "/api/gifts": #""method":"pm_card_visa","name":"A Donor","email":"a@example.org","#,
                "/api/batches": #""name":"Planned","org":"Grace","#,
            ]
            let body = "{\(rest[path] ?? "")\(fields)}"
            let answer = try await bench.call("POST", path.replacing("{tag}", with: "one"), body)
            #expect(answer.status == (isTaken ? 200 : 400), "\(answer.tree.text)")
            let operation = bench.description["paths"]?[path]?["post"]
            let schema = try #require(
                operation?["requestBody"]?["content"]?["application/json"]?["schema"])
            let tree = try JSONTree(Array(body.utf8))
            let flaws = SchemaCheck(bench.description).flaws(of: tree, by: schema)
            #expect(flaws.isEmpty == isTaken, "\(flaws)")
        }
    }

    @Test("of several pairs, one of each has to be there")
    func pairs() throws {
        let fields: [APIField] = ["a", "b", "c", "d"].enumerated().map { index, name in
            .optional(name, .bool, exclusiveWith: index % 2 == 1 ? ["a", "c"][index / 2] : nil)
        }
        let schema = try JSONTree(Array(APISchema.objectDocument(fields).text.utf8))
        for (names, isTaken) in [
            (["a", "c"], true), (["b", "c"], true), (["a"], false), (["a", "b", "c"], false), ([], false),
        ] {
            let value = JSONTree.object(names.map { JSONTree.Member($0, .bool(true)) })
            let flaws = SchemaCheck(.null).flaws(of: value, by: schema)
            #expect(flaws.isEmpty == isTaken, "\(names): \(flaws)")
        }
    }

    @Test(
        "nothing answers that is not described",
        arguments: [
            "/api", "/api/", "/api/gift", "/api/gifts/", "/api/gifts/a/b", "/api/donors", "/api/../healthz",
            "/api/organizations/Grace/gifts", "/api//gifts", "/api/openapi.json/", "/api/%67ifts",
        ])
    func nothingElse(target: String) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call("GET", target)
            #expect(answer.status == 404 && answer.code == "noRoute")
        }
    }

    @Test("another method is told which there are", arguments: ["PUT", "DELETE", "PATCH", "OPTIONS"])
    func methods(method: String) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call(method, "/api/gifts")
            #expect(answer.status == 405 && answer.headers["Allow"] == "POST, GET")
        }
    }
}
