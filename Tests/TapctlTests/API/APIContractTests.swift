import Contracts
import PaymentCore
import Testing
import TextKit

@testable import tapctl

/// Contracts over the API: written, sent, asked for, paid, and led from state to state.
@Suite struct APIContractTests {
    @Test("a contract is written and sent once, and answers its id and payment link")  // C0-11, C0-30, C0-40
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

    @Test("twenty that ask at once under one key write one contract")  // C0-40
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
    @Test("a contract and its milestones have every field of the documents, before and after they are paid")
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
        "a breakdown has the value, what the payer adds and pays, the fee, and what the payee receives",
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

    @Test("progress counts the milestones that are settled, and their amount")  // C0-04
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

    @Test("all that is missing is named at once")  // C0-06, C0-40
    func missing() async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call("POST", "/api/contracts", #"{"title":""}"#)
            #expect(answer.status == 400 && answer.code == "invalid")
            let problems = answer["error"]?["problems"]?.elements ?? []
            #expect(
                problems.compactMap { $0["field"]?.string } == [
                    "payer_name", "payer_email", "title", "description", "start_date", "end_date",
                    "deliverables", "total_minor", "structure",
                ])
            #expect(problems.allSatisfy { $0["missing"] == true })
        }
    }

    @Test(
        "what cannot be taken is named, and nothing is written",  // C0-06, C0-40, C0-32
        arguments: [
            ("total_minor", "0", 400, "outOfRange", "total_minor"),
            ("total_minor", #""1000.00""#, 400, "wrongType", "total_minor"),
            ("currency", #""xxq""#, 400, "invalid", "currency"),
            ("payer_email", #""nobody""#, 400, "invalid", "payer_email"),
            ("end_date", #""2026-02-01""#, 400, "invalid", "end_date"),
            ("structure", #""later""#, 400, "wrongType", "structure"),
            (
                "milestones", #"[{"title":"All","share_basis_points":10000}]"#, 400, "unknownField",
                "milestones"
            ),
            ("deliverables", "[]", 400, "invalid", "deliverables"),
            ("deliverables", "[1]", 400, "wrongType", "deliverables"),
            ("release_after_days", "366", 400, "outOfRange", "release_after_days"),
            ("payee", #""acct_other""#, 400, "unknownField", "payee"),
            ("title", #""4242 4242 4242 4242""#, 422, "cardNumber", nil),
            ("title", #""4242-42-42 4242 4242""#, 422, "cardNumber", nil),
            ("description", #""https://example.org/?n=4242424242424242""#, 422, "cardNumber", nil),
            ("description", #""4242.4242.4242.4242""#, 422, "cardNumber", nil),
            ("deliverables", #"["Card 4242424242424242"]"#, 422, "cardNumber", nil),
        ] as [(String, String, Int, String, String?)])
    func bodies(key: String, value: String, status: Int, code: String, param: String?) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.contract(.upfront, [key: value])
            #expect(
                answer.status == status && answer.code == code && answer.param == param, "\(answer.tree.text)"
            )
            #expect(answer.message?.contains("4242") == false)
            #expect(try await bench.call("GET", "/api/contracts").ids == [])
        }
    }

    @Test(
        "milestones that cannot be taken are named by where they stand",  // C0-08
        arguments: [
            ("[]", "invalid", "milestones"), ("[1]", "wrongType", "milestones"),
            (#"[{"title":"All"}]"#, "missingField", "milestones[0].share_basis_points"),
            (
                #"[{"title":"A","share_basis_points":5000},{"title":"B","share_basis_points":"x"}]"#,
                "wrongType",
                "milestones[1].share_basis_points"
            ),
            (#"[{"title":"A","amount_minor":1}]"#, "unknownField", "milestones[0].amount_minor"),
            (#"[{"title":"A","share_basis_points":9999}]"#, "invalid", "milestones"),
            (#"[{"title":"A","share_basis_points":0}]"#, "outOfRange", "milestones[0].share_basis_points"),
        ])
    func milestones(list: String, code: String, param: String) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.contract(.milestones, ["milestones": list])
            #expect(
                answer.status == 400 && answer.code == code && answer.param == param, "\(answer.tree.text)")
        }
    }

    @Test("a description of 10,000 letters of any script is taken, one more is refused")
    func description() async throws {
        try await APIBench.with { bench in
            let text = String(repeating: "ü", count: 10_000)
            let made = try await bench.contract(.upfront, ["description": "\"\(text)\""])
            #expect(made["description"]?.string == text)
            let longer = try await bench.contract(.upfront, ["description": "\"\(text)ü\""])
            #expect(longer.status == 400 && longer.param == "description")
        }
    }

    @Test("dates and URLs are no card's number")  // C0-32
    func noCard() async throws {
        try await APIBench.with { bench in
            let text = "2026-03-05 - 2026-04-30, https://example.org/status/1789012345678900004"
            let made = try await bench.contract(.upfront, ["description": "\"\(text)\""])
            #expect(made["description"]?.string == text)
        }
    }

    @Test("asked again the open link is the same, until it is rotated")  // C0-41
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

    @Test("a payment is charged once for its key, by the contract's amount alone")  // C0-42, C0-47
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

    @Test("a declined card is told each time, and another one pays")  // C0-42
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

    @Test("what waits for the payer's bank is no error, and not paid")  // C0-42
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

    @Test("a token that is none, withdrawn, or another contract's is an invalid one")  // C0-46
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

    @Test("a milestone is asked to be paid, by its own link")  // C0-43, C0-39
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

    @Test("named transitions lead a contract from state to state, also to a completed milestone")  // C0-44
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
        "what a status forbids is a conflict that tells it, and what is allowed",  // C0-44
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
        "nothing but the payee's transitions is taken",  // C0-44, X-09
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

    @Test("a list has the contracts of each status, and of no other")  // C0-02, C0-45
    func statuses() async throws {
        try await APIBench.with { bench in
            var ids: [ContractStatus: String] = [:]
            ids[.draft] = try await bench.contract(.upfront, ["send": "false"]).id
            for status in [ContractStatus.pendingSignature, .active, .completed, .disputed, .cancelled] {
                let id = try await bench.contract().id
                ids[status] = id
                if [.active, .completed, .disputed].contains(status) { _ = try await bench.pay(id) }
                if status == .completed { _ = try await bench.change(id, "complete") }
                if status == .disputed { _ = try await bench.change(id, "dispute", #""reason":"r""#) }
                if status == .cancelled { _ = try await bench.change(id, "cancel", #""reason":"r""#) }
            }
            for status in ContractStatus.allCases {
                let listed = try await bench.call("GET", "/api/contracts?status=\(status.rawValue)")
                #expect(listed.ids == [ids[status]], "\(status)")
                #expect(listed["data"]?.elements.first?["status"]?.string == status.rawValue)
            }
            #expect(Set(try await bench.call("GET", "/api/contracts").ids) == Set(ids.values))
        }
    }

    @Test("a list is the key's own, by status, a page at a time")  // C0-45
    func list() async throws {
        try await APIBench.with { bench in
            var made: [String] = []
            for structure in PaymentStructure.Kind.allCases {
                made.insert(try await bench.contract(structure).id, at: 0)
            }
            let draft = try await bench.contract(.upfront, ["send": "false"]).id
            let theirs = try await bench.contract(by: "hope").id
            // Ids of one second are in the order of their random part.
            let all = ([draft] + made).sorted(by: >)
            #expect(try await bench.call("GET", "/api/contracts").ids == all)
            #expect(try await bench.call("GET", "/api/contracts?status=draft").ids == [draft])
            #expect(try await bench.call("GET", "/api/contracts?status=completed").ids == [])
            #expect(try await bench.call("GET", "/api/contracts?status=signed").status == 400)
            #expect(try await bench.call("GET", "/api/contracts?org=Hope", by: "both").ids == [theirs])
            #expect(try await bench.call("GET", "/api/contracts", by: "both").param == "org")
            let first = try await bench.call("GET", "/api/contracts?limit=3")
            #expect(first.ids == Array(all[..<3]) && first["has_more"] == true)
            let rest = try await bench.call("GET", "/api/contracts?limit=3&starting_after=\(all[2])")
            #expect(rest.ids == [all[3]] && rest["has_more"] == false)
        }
    }
}
