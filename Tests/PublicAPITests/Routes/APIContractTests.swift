import Contracts
import PaymentCore
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Contracts over the API: creation, payment requests, payments and transitions.
@Suite struct APIContractTests {
    // C0-11, C0-30, C0-40
    @Test("a contract is created and sent once, and the response has its id and payment link")
    func create() async throws {
        try await APIBench.with { bench in
            let made = try await bench.contract(once: "a")
            #expect(made.status == 200 && made["status"] == "pending_signature")
            let link = try #require(made["link"]?.string)
            #expect(link.wholeMatch(of: #/https://appclip\.tap\.giving/pay/[A-Za-z0-9_-]{22}/#) != nil)
            #expect(made.id.hasPrefix("con_") && !link.contains(made.id))
            #expect(made["payee_name"] == "Grace Church" && made["payee_receives_minor"] == .number("95000"))
            #expect(try await bench.contract(once: "a").tree == made.tree)
            let other = try await bench.contract(.afterCompletion, once: "a")
            #expect(other.status == 409 && other.code == "idempotencyConflict")
            #expect(try await bench.call("GET", "/api/contracts").ids == [made.id])
            let draft = try await bench.contract(.upfront, ["send": "false"])
            #expect(draft["status"] == "draft" && draft["link"] == .null)
        }
    }

    @Test("twenty simultaneous requests with one key create one contract")  // C0-40
    func atOnce() async throws {
        try await APIBench.with { bench in
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<20 { group.addTask { try await bench.contract(once: "at once") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let made = Set(answers.filter { $0.status == 200 }.map(\.id))
            #expect(made.count == 1)
            #expect(answers.allSatisfy { $0.status == 200 || $0.code == "idempotencyKeyInUse" })
            #expect(try await bench.call("GET", "/api/contracts").ids == Array(made))
        }
    }

    // C0-12, C0-19, C0-27
    @Test("a contract and its milestones have every required field, before and after payment")
    func fields() async throws {
        try await APIBench.with { bench in
            let milestones = """
                [{"title":"Half","share_basis_points":5000},
                {"title":"Rest","description":"All but the sink","share_basis_points":5000}]
                """
            let id = try await bench.contract(.milestones, ["milestones": milestones]).id
            let sent = try await bench.call("GET", "/api/contracts/\(id)")
            #expect(sent["object"] == "contract" && sent["status"] == "pending_signature")
            #expect(sent["id"]?.string == id && id.hasPrefix("con_"))
            #expect(sent["title"] == "Kitchen" && sent["description"] == "A new kitchen, fitted")
            #expect(sent["payee"]?.string?.hasPrefix("acct_") == true && sent["payee_name"] == "Grace Church")
            #expect(sent["payer_name"] == "A Client" && sent["payer_email"] == "client@example.org")
            #expect(sent["start_date"] == "2026-03-01" && sent["end_date"] == "2026-04-30")
            #expect(sent["deliverables"]?.elements == ["Kitchen"])
            #expect(sent["structure"] == "milestones" && sent["currency"] == "usd")
            #expect(sent["total_minor"] == .number("100000") && sent["platform_fee_minor"] == .number("5000"))
            #expect(sent["payee_receives_minor"] == .number("95000"))
            #expect(sent["parts_settled"] == .number("0") && sent["parts"] == .number("2"))
            #expect(sent["created"]?.string?.hasSuffix("Z") == true)
            #expect(sent["signed_by_payer"] == .null && sent["signed_by_payee"] == .null)
            #expect(sent["link"]?.string?.contains("/pay/") == true)
            let planned = try #require(sent["milestones"]?.elements.last)
            #expect(planned["number"] == .number("2") && planned["amount_minor"] == .number("50000"))
            #expect(planned["title"] == "Rest" && planned["description"] == "All but the sink")
            #expect(planned["share_basis_points"] == .number("5000") && planned["status"] == "planned")
            for key in ["payment", "paid", "completed"] { #expect(planned[key] == .null, "\(key)") }
            _ = try await bench.pay(id)
            let done = try await bench.change(id, "complete_milestone", #""milestone":1"#)
            #expect(done["status"] == "active" && done["signed_by_payer"]?.string?.hasSuffix("Z") == true)
            let part = try #require(done["milestones"]?.elements.first)
            #expect(part["number"] == .number("1") && part["description"] == .null)
            #expect(part["status"] == "completed" && part["paid_minor"] == .number("50000"))
            #expect(part["payment"]?.string?.hasPrefix("pay_") == true)
            for key in ["paid", "completed"] { #expect(part[key]?.string?.hasSuffix("Z") == true, "\(key)") }
        }
    }

    @Test(
        "a breakdown has the value, the surcharge, the payer's total, the fee and the payee's share",
        arguments: [
            (.upfront, 0, 100_000), (.milestones, 0, 100_000), (.afterCompletion, 5_000, 105_000),
        ] as [(PaymentStructure.Kind, Int, Int)])  // C0-10
    func breakdown(structure: PaymentStructure.Kind, surcharge: Int, pays: Int) async throws {
        try await APIBench.with { bench in
            let made = try await bench.contract(structure)
            for (key, minor) in [
                ("total_minor", 100_000), ("surcharge_minor", surcharge), ("payer_pays_minor", pays),
                ("platform_fee_minor", 5_000), ("payee_receives_minor", 95_000),
            ] {
                #expect(made[key] == .number("\(minor)"), "\(key)")
            }
        }
    }

    @Test("progress counts settled milestones and their amount")  // C0-04
    func progress() async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract(.milestones).id
            _ = try await bench.pay(id)
            let completed = try await bench.change(id, "complete_milestone", #""milestone":1"#)
            #expect(completed["parts_settled"] == .number("0") && completed["settled_minor"] == .number("0"))
            _ = try await bench.data.products.contracts.perform(.release(1), on: id, by: .payer)
            let released = try await bench.call("GET", "/api/contracts/\(id)")
            #expect(released["parts_settled"] == .number("1") && released["parts"] == .number("2"))
            #expect(released["settled_minor"] == .number("50000"))
        }
    }

    @Test("returns the same document as the command line")
    func sameDocument() async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract(.milestones).id
            let shown = try await bench.call("GET", "/api/contracts/\(id)")
            let contract = try await bench.data.products.contracts.contract(id)
            let document = try contract.document(link: shown["link"]?.string)
            #expect(shown.tree == (try JSONTree(Array(document.text.utf8))))
            #expect(
                shown["milestones"]?.elements.map { $0["amount_minor"] } == [
                    .number("50000"), .number("50000"),
                ])
        }
    }

    @Test("named transitions change the status of a contract and its milestones")  // C0-44
    func transitions() async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract(.milestones, ["send": "false"]).id
            #expect(try await bench.change(id, "send")["status"] == "pending_signature")
            #expect(try await bench.pay(id)["status"] == "active")
            #expect(try await bench.change(id, "accept")["signed_by_payee"] != .null)
            let completed = try await bench.change(id, "complete_milestone", #""milestone":1"#)
            #expect(completed["milestones"]?.elements.first?["status"] == "completed")
            #expect(try await bench.change(id, "dispute", #""reason":"no key""#)["status"] == "disputed")
            let other = try await bench.contract().id
            #expect(try await bench.change(other, "cancel", #""reason":"too dear""#)["status"] == "cancelled")
        }
    }

    @Test(
        "a forbidden transition is a conflict that lists the status and the allowed transitions",  // C0-44
        arguments: [("draft", "complete"), ("pending_signature", "send"), ("cancelled", "accept")])
    func conflict(status: String, transition: String) async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract(.upfront, ["send": status == "draft" ? "false" : "true"]).id
            if status == "cancelled" { _ = try await bench.change(id, "cancel", #""reason":"r""#) }
            let shown = try await bench.call("GET", "/api/contracts/\(id)")
            let answer = try await bench.change(id, transition)
            #expect(answer.status == 409 && answer.code == "wrong_state")
            #expect(answer["error"]?["status"]?.string == status)
            #expect(answer["error"]?["allowed"] == shown["allowed"])
        }
    }

    @Test(
        "accepts only the payee's transitions",  // C0-44, X-09
        arguments: [
            (#"{"status":"completed"}"#, "unknownField", "status"),
            (#"{"transition":"completed"}"#, "wrongType", "transition"),
            (#"{"transition":"release","milestone":1}"#, "wrongType", "transition"),
            (#"{"transition":"resolve"}"#, "wrongType", "transition"),
            (#"{"transition":"pay"}"#, "wrongType", "transition"),
            (#"{}"#, "missingField", "transition"),
            (#"{"transition":"complete_milestone"}"#, "missingField", "milestone"),
            (#"{"transition":"accept","milestone":1}"#, "unknownField", "milestone"),
            (#"{"transition":"cancel"}"#, "missing_reason", "reason"),
            (#"{"transition":"cancel","reason":"a\u000ab"}"#, "invalid", "reason"),
            (
                #"{"transition":"cancel","reason":"\#(String(repeating: "a", count: 501))"}"#, "invalid",
                "reason"
            ),
        ])
    func transitionBodies(body: String, code: String, param: String) async throws {
        try await APIBench.with { bench in
            let id = try await bench.contract().id
            let answer = try await bench.call("PATCH", "/api/contracts/\(id)/status", body)
            #expect(
                answer.status == 400 && answer.code == code && answer.param == param, "\(answer.tree.text)")
            #expect(try await bench.call("GET", "/api/contracts/\(id)")["status"] == "pending_signature")
        }
    }
}
