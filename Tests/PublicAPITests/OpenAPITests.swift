import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// The OpenAPI document describes every operation of the API and nothing else.
@Suite struct OpenAPITests {
    @Test(
        "every response of a group matches its schema, and each operation succeeds", arguments: RouteGroup.all
    )
    func answers(group: RouteGroup) async throws {
        try await APIBench.with { bench in
            try await group.calls(bench)
            let expected = Set(group.operations).subtracting(group.refused)
            #expect(expected.subtracting(bench.answered) == [], "not answered with 200")
        }
    }

    @Test("every operation of the document is in exactly one group")
    func groups() async throws {
        try await APIBench.with { bench in
            let paths = bench.description["paths"]?.members ?? []
            let described = paths.flatMap { path in
                path.value.members.map { "\($0.key.uppercased()) \(path.key)" }
            }
            #expect(RouteGroup.all.flatMap(\.operations).sorted() == described.sorted())
            #expect(described.count == APIRoute.all.count)
        }
    }

    @Test(
        "names each operation once, with every parameter of its path and every schema it refers to")
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
        "the schema and the API agree on required and alternative fields",
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

    @Test("exactly one of each pair of alternatives is required")
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
        "a path outside the document is not found",
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

    @Test(
        "an unsupported method returns 405 with the supported ones",
        arguments: ["PUT", "DELETE", "PATCH", "OPTIONS"])
    func methods(method: String) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call(method, "/api/gifts")
            #expect(answer.status == 405 && answer.headers["Allow"] == "POST, GET")
        }
    }
}
