import Contracts
import PaymentCore
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Links and payments of contracts over the API.
@Suite struct APIContractPaymentTests {
    @Test("repeated requests return the same open link until it is rotated")  // C0-41
    func paymentRequest() async throws {
        try await APIBench.with { bench in
            let made = try await bench.contract()
            let target = "/api/contracts/\(made.id)/send-payment-request"
            for _ in 0..<2 { #expect(try await bench.call("POST", target)["link"] == made["link"]) }
            let rotated = try await bench.call("POST", target, #"{"rotate":true}"#, once: "r")
            #expect(rotated.status == 200 && rotated["link"] != made["link"])
            let again = try await bench.call("POST", target, #"{"rotate":true}"#, once: "r")
            #expect(again["link"] == rotated["link"])
            #expect(try await bench.call("GET", "/api/contracts/\(made.id)")["link"] == rotated["link"])
        }
    }

    @Test("a payment is charged once for its key, only with the contract's amount")  // C0-42, C0-47
    func pay() async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract().id
            for more in [#""amount_minor":1"#, #""amount":"1.00""#, #""total_minor":100000"#] {
                let refused = try await bench.pay(id, more)
                #expect(refused.status == 400 && refused.code == "unknownField", "\(more)")
            }
            let paid = try await bench.pay(id, once: "p")
            #expect(paid.status == 200 && paid["status"] == "active" && paid["link"] == .null)
            #expect(paid["milestones"]?.elements.first?["paid_minor"] == .number("100000"))
            #expect(try await bench.pay(id, once: "p").tree == paid.tree)
            let twice = try await bench.pay(id)
            #expect(twice.status == 409 && twice.code == "wrong_state")
            let payments = try await bench.data.products.contracts.contract(id).instalments.map(\.payment)
            #expect(payments.count == 1)
        }
    }

    @Test("a declined card is reported each time, and another card pays")  // C0-42
    func declined() async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract().id
            for _ in 0..<2 {
                let answer = try await bench.pay(id, method: "pm_card_visa_chargeDeclined", once: "d")
                #expect(answer.status == 402 && answer.kind == "card_error" && answer.code == "card_declined")
            }
            #expect(try await bench.pay(id)["status"] == "active")
        }
    }

    @Test("a payment that requires action is neither an error nor paid")  // C0-42
    func challenged() async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract().id
            let answer = try await bench.pay(id, method: "pm_card_authenticationRequired")
            #expect(answer.status == 200 && answer["status"] == "pending_signature")
            let part = answer["milestones"]?.elements.first
            #expect(part?["payment"] != .null && part?["paid"] == .null)
            let again = try await bench.pay(id)
            #expect(again.status == 409 && again.code == "wrong_state")
        }
    }

    @Test("refuses a malformed token, a withdrawn one and one of another contract")  // C0-46
    func token() async throws {
        try await APIBench.with { bench in
            func token(_ answer: Answer) -> String {
                String(answer["link"]?.string?.split(separator: "/").last ?? "")
            }
            let (made, other) = (try await bench.contract(), try await bench.contract())
            let rotated = try await bench.call(
                "POST", "/api/contracts/\(made.id)/send-payment-request", #"{"rotate":true}"#)
            for wrong in ["none", token(made), token(other)] {
                let answer = try await bench.pay(made.id, #""token":"\#(wrong)""#)
                #expect(answer.status == 404 && answer.code == "invalid_token")
            }
            let doubled = try await bench.pay(made.id, #""token":"\#(token(rotated))","milestone":1"#)
            #expect(doubled.status == 400 && doubled.param == "milestone")
            let paid = try await bench.pay(made.id, #""token":"\#(token(rotated))""#)
            #expect(paid["status"] == "active")
        }
    }

    @Test("a milestone's payment is requested by its own link")  // C0-43, C0-39
    func milestoneRequest() async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract(.milestones).id
            func ask(_ number: String) async throws -> Answer {
                try await bench.call("POST", "/api/contracts/\(id)/milestones/\(number)/request-payment")
            }
            let early = try await ask("2")
            #expect(early.status == 409 && early["error"]?["status"] == "pending_signature")
            #expect(try await bench.pay(id)["status"] == "active")
            let asked = try await ask("2")
            #expect(asked.status == 200 && asked["milestones"]?.elements.last?["status"] == "requested")
            #expect(try await ask("2")["link"] == asked["link"] && asked["link"] != .null)
            for none in ["0", "3", "x", "-1", "99999999999999999999"] {
                let answer = try await ask(none)
                #expect(answer.status == 404 && answer.code == "not_found", "\(none)")
            }
        }
    }
}
