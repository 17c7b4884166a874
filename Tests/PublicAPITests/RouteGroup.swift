import Bookings
import Contracts
import Giving
import InvocationRouter
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Operations that are tested together, in their own data folder.
struct RouteGroup: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The operations, such as `GET /api/gifts/{gift}`.
    let operations: [String]
    /// The operations that the bench refuses in every state that ``calls`` reaches.
    let refused: Set<String>
    /// Calls each of the operations.
    let calls: @Sendable (APIBench) async throws -> Void

    private init(
        _ name: String, _ routes: [APIRoute], refused: Set<String> = [],
        calls: @escaping @Sendable (APIBench) async throws -> Void
    ) {
        testDescription = name
        operations = routes.map { "\($0.method.rawValue) \($0.path.template)" }
        self.refused = refused
        self.calls = calls
    }

    static let all: [RouteGroup] = [
        RouteGroup("description", APIRoute.all.filter { $0.name == "describe" }, calls: description),
        RouteGroup(
            "organizations", APIRoute.organizations + APIRoute.organizationChanges, calls: organizations),
        RouteGroup("funds", APIRoute.funds, calls: funds),
        RouteGroup("gifts", APIRoute.gifts + APIRoute.refunds, calls: gifts),
        RouteGroup(
            "recurring gifts", APIRoute.recurring, refused: ["POST /api/recurring/{recurring}/retry"],
            calls: recurring),
        RouteGroup("statements", APIRoute.statements + APIRoute.stats, calls: statements),
        RouteGroup("taps", APIRoute.taps, calls: taps),
        RouteGroup("batches", APIRoute.tags + APIRoute.batchPlans, calls: batches),
        RouteGroup("managed tags", APIRoute.managed, calls: managed),
        RouteGroup("dependents", APIRoute.dependents, calls: dependents),
        RouteGroup("contracts", APIRoute.contracts, calls: contracts),
        RouteGroup("bookings", APIRoute.bookings + APIRoute.payments, calls: bookings),
        RouteGroup("plans", APIRoute.billing, calls: plans),
    ]

    private static func description(_ bench: APIBench) async throws {
        #expect(try await bench.call("GET", "/api/openapi.json").status == 200)
    }

    private static func organizations(_ bench: APIBench) async throws {
        for target in ["/api/organizations", "/api/organizations/grace"] {
            #expect(try await bench.call("GET", target).status == 200, "\(target)")
        }
        let target = "/api/organizations/NewLife"
        for (target, body) in [
            ("/api/organizations", #"{"id":"NewLife","name":"New Life"}"#),
            (target, #"{"presets_minor":[1000]}"#), ("\(target)/onboard", ""),
            ("\(target)/aliases", #"{"alias":"Life"}"#), ("\(target)/aliases/remove", #"{"alias":"Life"}"#),
        ] {
            #expect(try await bench.call("POST", target, body, by: "both").status == 200, "\(target)")
        }
    }

    private static func funds(_ bench: APIBench) async throws {
        let funds = "/api/organizations/Grace/funds"
        for target in [funds, "\(funds)/12"] {
            #expect(try await bench.call("GET", target).status == 200, "\(target)")
        }
        #expect(try await bench.call("POST", funds, #"{"id":"14","name":"Roof"}"#)["open"] == true)
        #expect(try await bench.call("POST", "\(funds)/14", #"{"name":"Floor"}"#)["name"] == "Floor")
        #expect(try await bench.call("POST", "\(funds)/14/close")["open"] == false)
        #expect(try await bench.call("POST", "\(funds)/14/reopen")["open"] == true)
    }

    private static func gifts(_ bench: APIBench) async throws {
        let gift = try await bench.give().id
        for target in ["/api/gifts", "/api/gifts/\(gift)", "/api/gifts/\(gift)/refunds"] {
            #expect(try await bench.call("GET", target).status == 200, "\(target)")
        }
        let refunds = "/api/gifts/\(gift)/refunds"
        #expect(try await bench.call("POST", refunds, #"{"amount_minor":1000}"#).status == 200)
        #expect(try await bench.call("GET", refunds)["data"]?.elements.count == 1)
        try await retriesAndChallenges(bench)
    }

    private static func retriesAndChallenges(_ bench: APIBench) async throws {
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

    private static func recurring(_ bench: APIBench) async throws {
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
        // The clock of this bench does not advance by months, so nothing is past due, and the retry is refused.
        let retried = try await bench.call("POST", "\(target)/retry")
        #expect(retried.status == 422 && retried.code == "wrongState")
        #expect(try await bench.call("POST", "\(target)/cancel")["status"] == "canceled")
    }

    private static func statements(_ bench: APIBench) async throws {
        let gift = try await bench.give().id
        let donor = try #require(try await bench.call("GET", "/api/gifts/\(gift)")["donor"]?.string)
        let year = bench.data.clock.now().date.year
        let statements = "/api/organizations/Grace/statements"
        #expect(try await bench.call("GET", "\(statements)/\(donor)/\(year)").status == 200)
        #expect(try await bench.call("GET", "\(statements)/\(year)")["data"]?.elements.count == 1)
        #expect(try await bench.call("GET", "/api/stats").status == 200)
    }

    private static func taps(_ bench: APIBench) async throws {
        _ = try await bench.data.giving.record(
            tap: "https://appclip.tap.giving/Grace?f=12", nil, organization: "Grace", source: .link)
        #expect(try await bench.call("GET", "/api/taps").ids.count == 1)
    }

    private static func batches(_ bench: APIBench) async throws {
        try await bench.fillBatch()
        for target in ["/api/batches", "/api/batches/Main", "/api/batches/Main/tags"] {
            #expect(try await bench.call("GET", target, by: "tags").status == 200, "\(target)")
        }
        let plan = #"{"name":"Planned","org":"Grace","count":4,"place":"rows A-B"}"#
        #expect(try await bench.call("POST", "/api/batches", plan)["open"] == .number("4"))
    }

    private static func managed(_ bench: APIBench) async throws {
        try await bench.manage("one", of: "Grace")
        let target = "/api/managed/one"
        #expect(try await bench.call("GET", "/api/managed").ids == ["one"])
        #expect(try await bench.call("GET", target)["state"] == "active")
        #expect(
            try await bench.call("POST", "\(target)/aim", #"{"org":"Grace","fund":"13"}"#)["fund"] == "13")
        let other = try await bench.call("POST", "\(target)/replace")
        #expect(other.status == 200)
        #expect(try await bench.call("POST", "/api/managed/\(other.id)/revoke")["state"] == "revoked")
    }

    private static func dependents(_ bench: APIBench) async throws {
        try await bench.enrollDependent()
        #expect(try await bench.call("GET", "/api/dependents/dep_1/review").status == 200)
    }

    private static func contracts(_ bench: APIBench) async throws {
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

    private static func bookings(_ bench: APIBench) async throws {
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
        for target in ["jobs/\(job)/complete", "payout/\(job)"] {
            #expect(try await bench.call("POST", "/api/\(target)").status == 200, "\(target)")
        }
        let refund = "/api/jobs/\(job)/refund"
        #expect(try await bench.call("POST", refund, #"{"amount_minor":100}"#).status == 200)
        #expect(try await bench.call("POST", "/api/jobs/\(job)/cancel").status == 200)
    }

    private static func plans(_ bench: APIBench) async throws {
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
}
