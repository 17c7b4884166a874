import Contracts
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Access to contracts over the API.
@Suite struct APIContractAccessTests {
    @Test("roles have the same rights as for gifts, and a read-only key sees no payment link")  // C0-45
    func roles() async throws {
        try await APIBench.with { bench in
            let made = try await bench.contract()
            let target = "/api/contracts/\(made.id)"
            for (role, mayRead, mayChange) in [
                ("owner", true, true), ("treasurer", true, true), ("read-only", true, false),
                ("tags", false, false),
            ] {
                for path in ["/api/contracts", target] {
                    let answer = try await bench.call("GET", path, by: role)
                    #expect(answer.status == (mayRead ? 200 : 403), "\(role) \(path)")
                }
                let shown = try await bench.call("GET", target, by: role)
                if mayRead { #expect((shown["link"] == made["link"]) == mayChange, "\(role)") }
                let asked = try await bench.call("POST", "\(target)/send-payment-request", by: role)
                #expect(asked.status == (mayChange ? 200 : 403), "\(role)")
                let written = try await bench.contract(by: role)
                #expect(written.status == (mayChange ? 200 : 403), "\(role)")
                guard !mayChange else { continue }
                let answers = [
                    written, asked, try await bench.pay(made.id, by: role),
                    try await bench.call("POST", "\(target)/milestones/1/request-payment", by: role),
                    try await bench.change(made.id, "accept", by: role),
                ]
                for answer in answers {
                    #expect(answer.status == 403 && answer.code == "roleNotPermitted", "\(role)")
                }
            }
            #expect(try await bench.call("GET", target)["signed_by_payee"] == .null)
        }
    }

    @Test("another organization's records are not found, with the same response as for unknown ids")  // C0-45
    func scope() async throws {
        try await APIBench.with { bench in
            let theirs = try await bench.contract(.milestones, by: "hope").id
            for (method, end, body) in [
                ("GET", "", nil), ("POST", "/send-payment-request", ""),
                ("POST", "/process-payment", #"{"method":"pm_card_visa"}"#),
                ("POST", "/milestones/1/request-payment", ""),
                ("PATCH", "/status", #"{"transition":"accept"}"#),
            ] as [(String, String, String?)] {
                let answer = try await bench.call(method, "/api/contracts/\(theirs)\(end)", body)
                let never = try await bench.call(method, "/api/contracts/con_0\(end)", body)
                #expect(answer.status == 404 && answer.code == "not_found", "\(method) \(end)")
                #expect(answer.message?.replacing(theirs, with: "con_0") == never.message)
            }
            let written = try await bench.contract(.upfront, ["org": #""Hope""#])
            #expect(written.status == 404 && written.code == "unknownOrganization")
            #expect(try await bench.call("GET", "/api/contracts?org=Hope").status == 404)
            #expect(try await bench.call("GET", "/api/contracts").ids == [])
        }
    }

    @Test("a transition requires an Idempotency-Key, and other methods return 405 with PATCH")  // C0-44
    func method() async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract().id
            let target = "/api/contracts/\(id)/status"
            let keyless = try await bench.call("PATCH", target, #"{"transition":"accept"}"#, once: "")
            #expect(keyless.status == 400 && keyless.code == "missingIdempotencyKey")
            for method in ["GET", "POST", "PUT"] {
                let answer = try await bench.call(method, target)
                #expect(answer.status == 405 && answer.headers["Allow"] == "PATCH", "\(method)")
            }
        }
    }

    @Test("an organization without an account cannot create a contract")
    func notPayable() async throws {
        try await APIBench.with { bench in
            _ = try await bench.call(
                "POST", "/api/organizations", #"{"id":"New","name":"New Church"}"#, by: "both")
            let answer = try await bench.contract(.upfront, ["org": #""New""#], by: "both")
            #expect(answer.status == 422 && answer.code == "organizationNotPayable")
            #expect(try await bench.call("GET", "/api/contracts?org=New", by: "both").ids == [])
        }
    }
}
