import Contracts
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Challenges by the payer's bank, completed over the API.
@Suite struct APIChallengeTests {
    private func asked(_ bench: APIBench) async throws -> Answer {
        let gift = try await bench.call(
            "POST", "/api/gifts", APIBench.gift(method: "pm_card_authenticationRequired"))
        #expect(gift.status == 200 && gift["status"] == "requires_action")
        return gift
    }

    @Test("a gift that requires action is paid after the donor passes the challenge")
    func passed() async throws {
        try await APIBench.with { bench in
            let target = "/api/gifts/\(try await asked(bench).id)/challenge"
            for _ in 0..<2 {
                let paid = try await bench.call("POST", target, #"{"outcome":"passed"}"#, once: "a")
                #expect(paid.status == 200 && paid["status"] == "succeeded")
            }
            let other = try await bench.call("POST", target, #"{"outcome":"failed"}"#, once: "a")
            #expect(other.status == 409)
        }
    }

    @Test("a failed challenge is a card error, even when it is repeated")
    func failed() async throws {
        try await APIBench.with { bench in
            let target = "/api/gifts/\(try await asked(bench).id)/challenge"
            for _ in 0..<2 {
                let answer = try await bench.call("POST", target, #"{"outcome":"failed"}"#, once: "a")
                #expect(answer.status == 402 && answer.kind == "card_error")
                #expect(answer["error"]?["gift"]?["status"] == "failed")
            }
        }
    }

    @Test("refuses a challenge of a gift that requires no action")
    func notAsked() async throws {
        try await APIBench.with { bench in
            let gift = try await bench.give()
            let target = "/api/gifts/\(gift.id)/challenge"
            let answer = try await bench.call("POST", target, #"{"outcome":"failed"}"#)
            #expect(answer.status == 422 && answer.code == "wrongState")
            #expect(try await bench.call("GET", "/api/gifts/\(gift.id)")["status"] == "succeeded")
            let declined = try await bench.call(
                "POST", "/api/gifts", APIBench.gift(method: "pm_card_visa_chargeDeclined"))
            let failed = try #require(declined["error"]?["gift"]?["id"]?.string)
            let refused = try await bench.call(
                "POST", "/api/gifts/\(failed)/challenge", #"{"outcome":"passed"}"#)
            #expect(refused.status == 422 && refused.code == "wrongState")
            let unknown = try await bench.call("POST", target, #"{"outcome":"maybe"}"#)
            #expect(unknown.status == 400 && unknown.param == "outcome")
            let reader = try await bench.call("POST", target, #"{"outcome":"passed"}"#, by: "read-only")
            #expect(reader.status == 403)
        }
    }

    @Test(
        "a quote that requires action is paid only if the payer passes the challenge",
        arguments: ["passed", "failed"])
    func booking(outcome: String) async throws {
        try await APIBench.with { bench in
            let quote = try await bench.quote(bench.activePayee()).id
            let asked = try await bench.payQuote(quote, method: "pm_card_authenticationRequired")
            #expect(asked["payment_state"] == "requires_action" && asked["job"] == .null)
            let payment = try #require(asked["payment"]?.string)
            let target = "/api/payments/\(payment)/challenge"
            let body = #"{"outcome":"\#(outcome)"}"#
            #expect(try await bench.call("POST", target, body, by: "hope").status == 404)
            #expect(try await bench.call("POST", target, body, by: "read-only").status == 403)
            for _ in 0..<2 {
                let answer = try await bench.call("POST", target, body, once: "a")
                #expect(answer.status == (outcome == "passed" ? 200 : 402))
                if outcome == "passed" {
                    #expect(answer["product"] == "job" && answer["state"] == "succeeded")
                } else {
                    #expect(answer.kind == "card_error")
                }
            }
            let now = try await bench.call("POST", "/api/payments/confirm", #"{"quote":"\#(quote)"}"#)
            #expect((now["job"]?.string != nil) == (outcome == "passed"))
        }
    }

    @Test("a contract that requires action is active after the payer passes the challenge")  // C0-33
    func contract() async throws {
        try await APIBench.with { bench in
            let contract = try await bench.contract(.milestones).id
            let asked = try await bench.pay(contract, method: "pm_card_authenticationRequired")
            #expect(asked["status"] == "pending_signature")
            let payment = try #require(asked["milestones"]?.elements.first?["payment"]?.string)
            let target = "/api/payments/\(payment)/challenge"
            #expect(try await bench.call("POST", target, #"{"outcome":"passed"}"#)["product"] == "contract")
            #expect(try await bench.call("GET", "/api/contracts/\(contract)")["status"] == "active")
        }
    }

    @Test("a challenge of an unknown payment is not found")
    func noPayment() async throws {
        try await APIBench.with { bench in
            for id in ["pay_none", "%00", "pay_" + String(repeating: "x", count: 500)] {
                let answer = try await bench.call(
                    "POST", "/api/payments/\(id)/challenge", #"{"outcome":"passed"}"#)
                #expect(answer.status == 404 && answer.kind == "invalid_request_error", "\(id)")
            }
        }
    }
}
