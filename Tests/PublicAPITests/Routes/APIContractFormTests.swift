import Contracts
import PaymentCore
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// The fields of a new contract over the API, and refusals.
@Suite struct APIContractFormTests {
    @Test("names all missing fields at once")  // C0-06, C0-40
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
        "names an invalid field, and creates no contract",  // C0-06, C0-40, C0-32
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
        "names an invalid milestone by its position",  // C0-08
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

    @Test("accepts a description of 10,000 letters of any script, and no more")
    func description() async throws {
        try await APIBench.with { bench in
            let text = String(repeating: "ü", count: 10_000)
            let made = try await bench.contract(.upfront, ["description": "\"\(text)\""])
            #expect(made["description"]?.string == text)
            let longer = try await bench.contract(.upfront, ["description": "\"\(text)ü\""])
            #expect(longer.status == 400 && longer.param == "description")
        }
    }

    @Test("accepts dates and URLs that resemble card numbers")  // C0-32
    func noCard() async throws {
        try await APIBench.with { bench in
            let text = "2026-03-05 - 2026-04-30, https://example.org/status/1789012345678900004"
            let made = try await bench.contract(.upfront, ["description": "\"\(text)\""])
            #expect(made["description"]?.string == text)
        }
    }
}
