import Giving
import InvocationRouter
import TapServer
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Organizations over the API: creation, changes and onboarding.
@Suite struct APIOrganizationTests {
    private static let newLife = """
        {"id":"NewLife","name":"New Life","currency":"eur","time_zone":"Europe/Berlin","country":"DE",\
        "least_minor":200,"default_minor":3000,"presets_minor":[1000,3000]}
        """

    @Test("a new organization belongs only to its key, and takes gifts after onboarding")
    func create() async throws {
        try await APIBench.with { bench in
            let made = try await bench.call("POST", "/api/organizations", Self.newLife)
            #expect(made.id == "NewLife" && made["currency"] == "eur" && made["country"] == "DE")
            #expect(made["least_minor"] == .number("200") && made["default_minor"] == .number("3000"))
            #expect(made["presets_minor"]?.elements == [.number("1000"), .number("3000")])
            #expect(made["account"] == .null && made["onboarding"] == "none" && made["payable"] == false)
            #expect(try await bench.call("GET", "/api/organizations").ids == ["Grace", "NewLife"])
            let target = "/api/organizations/NewLife"
            for other in ["treasurer", "hope", "both"] {
                #expect(try await bench.call("GET", target, by: other).status == 404, "\(other)")
            }
            let fund = #"{"id":"1","name":"All"}"#
            #expect(try await bench.call("POST", "\(target)/funds", fund).status == 200)
            let onboarded = try await bench.call("POST", "\(target)/onboard")
            #expect(onboarded["onboarding"] == "active" && onboarded["payable"] == true)
            let body = APIBench.gift(org: "NewLife").replacing(#""usd""#, with: #""eur""#)
            #expect(try await bench.call("POST", "/api/gifts", body)["status"] == "succeeded")
        }
    }

    @Test("only an owner's key changes organizations, and a treasurer's can rename funds")
    func roles() async throws {
        try await APIBench.with { bench in
            let target = "/api/organizations/Grace"
            let before = try await bench.call("GET", target)
            for role in ["treasurer", "read-only", "tags"] {
                for (target, body) in [
                    ("/api/organizations", Self.newLife), (target, #"{"name":"Other"}"#),
                    ("\(target)/onboard", ""), ("\(target)/aliases", #"{"alias":"Other"}"#),
                    ("\(target)/aliases/remove", #"{"alias":"Other"}"#),
                ] {
                    let answer = try await bench.call("POST", target, body, by: role)
                    #expect(answer.status == 403 && answer.code == "roleNotPermitted", "\(role) \(target)")
                }
            }
            #expect(try await bench.call("GET", target).tree == before.tree)
            for (role, status) in [("read-only", 403), ("tags", 403), ("treasurer", 200), ("owner", 200)] {
                let answer = try await bench.call(
                    "POST", "\(target)/funds/12", #"{"name":"Of \#(role)"}"#, by: role)
                #expect(answer.status == status, "\(role)")
            }
            #expect(try await bench.call("GET", "\(target)/funds/12")["name"] == "Of owner")
        }
    }

    @Test("a repeated key changes nothing, and returns the current state")
    func once() async throws {
        try await APIBench.with { bench in
            let first = try await bench.call("POST", "/api/organizations", Self.newLife, once: "new")
            let second = try await bench.call("POST", "/api/organizations", Self.newLife, once: "new")
            #expect(first.status == 200 && second.tree == first.tree)
            let other = Self.newLife.replacing("200", with: "300")
            #expect(try await bench.call("POST", "/api/organizations", other, once: "new").status == 409)
            let taken = try await bench.call("POST", "/api/organizations", Self.newLife)
            #expect(taken.status == 422 && taken.code == "taken" && taken.param == "id")

            let target = "/api/organizations/Grace"
            let edit = #"{"name":"Grace A"}"#
            #expect(try await bench.call("POST", target, edit, once: "a")["name"] == "Grace A")
            #expect(try await bench.call("POST", target, #"{"name":"Grace B"}"#, once: "b").status == 200)
            #expect(try await bench.call("POST", target, edit, once: "a")["name"] == "Grace B")
            #expect(try await bench.call("POST", target, #"{"name":"Grace C"}"#, once: "a").status == 409)
            #expect(try await bench.call("POST", "\(target)/funds/12", edit, once: "a").status == 409)

            let alias = #"{"alias":"grâce"}"#
            for _ in 0..<2 {
                let answer = try await bench.call("POST", "\(target)/aliases", alias, once: "alias")
                #expect(answer["aliases"]?.elements == ["grâce"])
            }
            for _ in 0..<2 {
                let answer = try await bench.call("POST", "\(target)/aliases/remove", alias, once: "gone")
                #expect(answer.status == 200 && answer["aliases"]?.elements == [])
            }
            let fund = #"{"name":"World"}"#
            #expect(try await bench.call("POST", "\(target)/funds/12", fund, once: "f")["name"] == "World")
            _ = try await bench.call("POST", "\(target)/funds/12", #"{"name":"Near"}"#)
            #expect(try await bench.call("POST", "\(target)/funds/12", fund, once: "f")["name"] == "Near")
        }
    }

    @Test("each key completes an onboarding step once")
    func onboardOnce() async throws {
        try await APIBench.with { bench in
            _ = try await bench.call("POST", "/api/organizations", Self.newLife)
            func onboard(_ outcome: String, _ key: String) async throws -> Answer {
                try await bench.call(
                    "POST", "/api/organizations/NewLife/onboard", #"{"outcome":"\#(outcome)"}"#, once: key)
            }
            let abandoned = try await onboard("abandoned", "a")
            #expect(abandoned["onboarding"] == "not_set_up" && abandoned["payable"] == false)
            let pending = try await onboard("pending_verification", "b")
            #expect(pending["onboarding"] == "pending_verification")
            #expect(pending["account"] == abandoned["account"])
            #expect(try await onboard("abandoned", "a")["onboarding"] == "pending_verification")
            #expect(try await onboard("complete", "a").status == 409)
            #expect(try await onboard("complete", "c")["onboarding"] == "active")
            // The repeated request has no effect: the account stays active.
            #expect(try await onboard("pending_verification", "b")["onboarding"] == "active")
        }
    }

    @Test("an absent field keeps a setting, an empty string removes it, and one mistake changes nothing")
    func edit() async throws {
        try await APIBench.with { bench in
            let target = "/api/organizations/grace"
            let whole = """
                {"logo":"https://example.org/logo.svg","color":"#1A5FB4","tax_id":"12-3456789","presets_minor":[],\
                "platform_fee_basis_points":150,"statement_descriptor":"GRACE CHURCH","default_fund":"13",\
                "status":"suspended"}
                """
            let changed = try await bench.call("POST", target, whole)
            #expect(changed["name"] == "Grace Church" && changed["tax_id"] == "12-3456789")
            #expect(changed["color"] == "#1a5fb4")
            #expect(changed["presets_minor"]?.elements == [] && changed["default_fund"] == "13")
            #expect(changed["status"] == "suspended")
            #expect(changed["platform_fee_basis_points"] == .number("150"))
            #expect(try await bench.give().code == "organizationInactive")
            let emptied = try await bench.call(
                "POST", target, #"{"logo":"","color":"","tax_id":"","status":"active","country":null}"#)
            #expect(
                emptied["logo"] == .null && emptied["color"] == .null && emptied["tax_id"] == .null
                    && emptied["country"] == "US")
            #expect(emptied["statement_descriptor"] == "GRACE CHURCH")
            #expect(try await bench.give()["status"] == "succeeded")
            let wrong = try await bench.call("POST", target, #"{"name":"Other","default_fund":"99"}"#)
            #expect(wrong.status == 404 && wrong.param == "default_fund")
            #expect(try await bench.call("GET", target).tree == emptied.tree)
        }
    }

    @Test("a key has at most 50 organizations, and one more is refused")
    func most() async throws {
        try await APIBench.with { bench in
            for number in 2...50 {
                let body = #"{"id":"Org\#(number)","name":"Number \#(number)"}"#
                #expect(try await bench.call("POST", "/api/organizations", body).status == 200)
            }
            let more = try await bench.call("POST", "/api/organizations", #"{"id":"Org51","name":"More"}"#)
            #expect(more.status == 422 && more.code == "tooManyOrganizations")
            #expect(try await bench.data.read { try $0.organization("Org51") } == nil)
        }
    }

    @Test(
        "names a wrong field, and stores nothing",
        arguments: [
            ("", "{}", 400, "missingField", "id"), ("", #"{"id":"A1"}"#, 400, "missingField", "name"),
            ("", #"{"id":"a b","name":"A"}"#, 400, "malformed", "id"),
            ("", #"{"id":"pay","name":"A"}"#, 422, "reserved", "id"),
            ("", #"{"id":"HOPE","name":"A"}"#, 422, "taken", "id"),
            ("", #"{"id":"A1","name":"A","currency":"xyz"}"#, 400, "unknown", "currency"),
            ("/Grace", #"{"currency":"eur"}"#, 422, "fixed", "currency"),
            ("/Grace", #"{"least_minor":0}"#, 400, "outOfRange", "least_minor"),
            ("/Grace", #"{"least_minor":2000000}"#, 400, "outOfRange", "least_minor"),
            ("/Grace", #"{"most_minor":9223372036854775807}"#, 400, "outOfRange", "most_minor"),
            ("/Grace", #"{"default_minor":1}"#, 400, "outOfRange", "default_minor"),
            ("/Grace", #"{"presets_minor":1000}"#, 400, "wrongType", "presets_minor"),
            ("/Grace", #"{"presets_minor":[1000,"2000"]}"#, 400, "wrongType", "presets_minor"),
            ("/Grace", #"{"presets_minor":[0]}"#, 400, "outOfRange", "presets_minor"),
            ("/Grace", #"{"presets_minor":[1000,1000]}"#, 400, "outOfRange", "presets_minor"),
            (
                "/Grace", #"{"platform_fee_basis_points":3001}"#, 400, "outOfRange",
                "platform_fee_basis_points"
            ),
            ("/Grace", #"{"logo":"http://example.org/a.png"}"#, 400, "malformed", "logo"),
            ("/Grace", #"{"color":"blue"}"#, 400, "malformed", "color"),
            ("/Grace", #"{"name":""}"#, 400, "outOfRange", "name"),
            ("/Grace", #"{"time_zone":"Mars/Base"}"#, 400, "unknown", "time_zone"),
            ("/Grace", #"{"country":"XX"}"#, 400, "unknown", "country"),
            ("/Grace", #"{"tax_id":"12"}"#, 400, "malformed", "tax_id"),
            ("/Grace", #"{"status":"gone"}"#, 400, "wrongType", "status"),
            ("/Grace", #"{"id":"Other"}"#, 400, "unknownField", "id"),
            ("/Grace/aliases", "{}", 400, "missingField", "alias"),
            ("/Grace/aliases", #"{"alias":"a/b"}"#, 400, "malformed", "alias"),
            ("/Grace/aliases", #"{"alias":"hope"}"#, 422, "taken", "alias"),
            ("/Grace/aliases/remove", #"{"alias":"none"}"#, 404, "notFound", "alias"),
            ("/Grace/onboard", #"{"outcome":"soon"}"#, 400, "wrongType", "outcome"),
            ("/Grace/funds/12", "{}", 400, "missingField", "name"),
            ("/Grace/funds/12", #"{"name":"\u0007"}"#, 400, "malformed", "name"),
            ("/Grace/funds/99", #"{"name":"A"}"#, 404, "notFound", "fund"),
        ] as [(String, String, Int, String, String)])
    func refusals(below: String, body: String, status: Int, code: String, param: String) async throws {
        try await APIBench.with { bench in
            let before = try await bench.call("GET", "/api/organizations")
            let answer = try await bench.call("POST", "/api/organizations\(below)", body)
            #expect(answer.status == status && answer.kind == "invalid_request_error", "\(answer.tree.text)")
            #expect(answer.code == code && answer.param == param, "\(answer.tree.text)")
            #expect(try await bench.call("GET", "/api/organizations").tree == before.tree)
        }
    }

    @Test("reports several mistakes at once, each with its field")
    func several() async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call(
                "POST", "/api/organizations/Grace",
                #"{"time_zone":"Mars/Base","platform_fee_basis_points":4000,"most_minor":9223372036854775807}"#
            )
            #expect(answer.status == 400 && answer.param == "time_zone")
            let message = try #require(answer.message)
            #expect(message.hasPrefix("3 fields are invalid. time_zone: "))
            #expect(message.contains("platform_fee_basis_points: ") && message.contains("most_minor: "))
        }
    }
}
