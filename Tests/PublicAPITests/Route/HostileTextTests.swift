import Contracts
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Invisible, reversing and formula text in every text field of the API.
@Suite struct HostileTextTests {
    @Test("every text field of the API is listed as text for people, or as a value for programs")
    func everyField() async throws {
        try await APIBench.with { bench in
            var known = Set<String>()
            for field in HostileField.all { known.insert(field.name) }
            var found = Set<String>()
            for path in bench.description["paths"]?.members ?? [] {
                for operation in path.value.members {
                    let name = try #require(operation.value["operationId"]?.string)
                    let content = operation.value["requestBody"]?["content"]?["application/json"]
                    for field in Self.texts(of: content?["schema"] ?? .null) {
                        found.insert("\(name).\(field)")
                        if HostileField.codes.union(HostileField.lookups).contains(field) { continue }
                        #expect(
                            known.contains("\(name).\(field)"),
                            "list \(name).\(field) in HostileField.all if people read it, else in codes")
                    }
                }
            }
            #expect(known.subtracting(found) == [])
            #expect(!found.isEmpty)
        }
    }

    @Test(
        "S-12: text with a hidden character is refused in each field, and the error names the character",
        arguments: HostileField.all)
    func hidden(field: HostileField) async throws {
        try await APIBench.with { bench in
            let places = try await field.places(in: bench)
            for (character, code) in HostileField.hidden {
                let text = field.valid.replacing("|", with: character)
                let answer = try await field.send(text, places, to: bench)
                #expect((400..<500).contains(answer.status), "\(field) \(code): \(answer.tree.text)")
                #expect(answer.tree.text.contains(code), "\(field) \(code): \(answer.tree.text)")
            }
            // The same text without the character is accepted, so the character was the reason.
            let good = try await field.send(field.valid.replacing("|", with: ""), places, to: bench)
            #expect(good.status == 200, "\(field): \(good.tree.text)")
        }
    }

    @Test("a formula or markup is refused, or stored unchanged as text", arguments: HostileField.all)
    func formulas(field: HostileField) async throws {
        try await APIBench.with { bench in
            let places = try await field.places(in: bench)
            for text in ["=HYPERLINK(A1)", "@SUM(A1)", "x;=cmd|' /C calc'!A0", "</title><script>x</script>"] {
                let answer = try await field.send(text, places, to: bench)
                #expect(answer.status == 200 || (400..<500).contains(answer.status), "\(field) \(text)")
            }
        }
    }

    /// Returns the names of a schema's free-text fields, including those of objects in lists, such as
    /// `milestones.title`.
    private static func texts(of schema: JSONTree) -> [String] {
        (schema["properties"]?.members ?? []).flatMap { member -> [String] in
            if member.value["type"] == "string" {
                return member.value["enum"] == nil && member.value["anyOf"] == nil ? [member.key] : []
            }
            guard let items = member.value["items"] else { return [] }
            if items["type"] == "string" { return items["enum"] == nil ? [member.key] : [] }
            return texts(of: items).map { "\(member.key).\($0)" }
        }
    }
}

/// A text field of the API, and a request that sets it.
struct HostileField: Sendable, CustomTestStringConvertible {
    /// The operation and the field.
    let name: String
    /// An accepted value, with `|` where the hostile character goes.
    let valid: String
    private let method: String
    private let target: String
    /// The body, with `%` where the JSON string goes.
    private let body: String

    var testDescription: String { name }

    private init(
        _ name: String, _ call: String, _ body: String, valid: String = "An|n"
    ) {
        self.name = name
        self.valid = valid
        let words = call.split(separator: " ")
        (method, target, self.body) = (String(words[0]), String(words[1]), body)
    }

    /// Fields that are compared with known values, or have a fixed format. They are not text for people.
    static let codes: Set = [
        "chips", "client", "color", "country", "currency", "default", "default_fund", "end_date", "fund",
        "id",
        "logo", "method", "org", "payee", "price_id", "promotion_code", "quote", "refresh_url", "return_url",
        "start_date", "statement_descriptor", "time_zone", "token", "until", "url",
    ]

    /// Fields that are compared with stored texts, in every operation that does not list them.
    static let lookups: Set = ["alias", "member"]

    /// Hidden characters of each kind, with the code that the error contains.
    static let hidden = [
        ("\u{202E}", "U+202E"), ("\u{2066}", "U+2066"), ("\u{200F}", "U+200F"), ("\u{200B}", "U+200B"),
        ("\u{2060}", "U+2060"), ("\u{3164}", "U+3164"), ("\u{2800}", "U+2800"), ("\u{FFA0}", "U+FFA0"),
        ("\u{E0041}", "U+E0041"), ("\u{FE0F}", "U+FE0F"), ("\u{200D}", "U+200D"), ("\u{E000}", "U+E000"),
        ("\u{FFFE}", "U+FFFE"), ("\u{1B}", "U+001B"), ("\u{7F}", "U+007F"),
        ("e" + String(repeating: "\u{323}", count: 9), "U+0323"),
    ]

    static let all = [
        HostileField(
            "createOrganization.name", "POST /api/organizations", #"{"id":"Id-#","name":%}"#),
        HostileField(
            "createOrganization.tax_id", "POST /api/organizations",
            #"{"id":"Id-#","name":"N","country":"DE","tax_id":%}"#, valid: "DE 12|3"),
        HostileField("changeOrganization.name", "POST /api/organizations/Grace", #"{"name":%}"#),
        HostileField(
            "changeOrganization.tax_id", "POST /api/organizations/Grace", #"{"country":"DE","tax_id":%}"#,
            valid: "DE 12|3"),
        HostileField("addAlias.alias", "POST /api/organizations/Grace/aliases", #"{"alias":%}"#),
        HostileField(
            "createFund.name", "POST /api/organizations/Grace/funds", #"{"id":"f#","name":%}"#),
        HostileField("changeFund.name", "POST /api/organizations/Grace/funds/12", #"{"name":%}"#),
        gift("name", valid: "An|n"),
        gift("email", valid: "a|nn@example.org"),
        gift("phone", valid: "+1 555| 0100"),
        HostileField("createBatch.name", "POST /api/batches", #"{"name":%,"org":"Grace","count":1}"#),
        HostileField("createBatch.seats", "POST /api/batches", #"{"name":"B#","org":"Grace","seats":[%]}"#),
        HostileField(
            "createBatch.place", "POST /api/batches", #"{"name":"B#","org":"Grace","count":1,"place":%}"#),
        HostileField(
            "createBatch.campus", "POST /api/batches", #"{"name":"B#","org":"Grace","count":1,"campus":%}"#),
        contract("payee_name"), contract("payer_name"), contract("title"), contract("description"),
        contract("payer_email", valid: "a|nn@example.org"),
        contract("deliverables", list: true),
        milestone("title"), milestone("description"),
        HostileField(
            "changeContractStatus.reason", "PATCH /api/contracts/{contract}/status",
            #"{"transition":"cancel","reason":%}"#),
        HostileField(
            "createPayee.name", "POST /api/payees", #"{"name":%,"time_zone":"America/Chicago"}"#),
        intent("title"), intent("address"), intent("payer_name"),
        intent("payer_email", valid: "a|nn@example.org"),
        checkout("member"), checkout("name"),
        checkout("email", valid: "a|nn@example.org"),
    ]

    private static func gift(_ field: String, valid: String) -> HostileField {
        let body = object(
            [
                "org": #""Grace""#, "amount_minor": "5000", "currency": #""usd""#,
                "method": #""pm_card_bypassPending""#, "name": #""Ann""#, "email": #""a@example.org""#,
            ], field)
        return HostileField("createGift.\(field)", "POST /api/gifts", body, valid: valid)
    }

    private static func contract(
        _ field: String, valid: String = "An|n", list: Bool = false
    ) -> HostileField {
        let body = APIBench.contract(.upfront, [field: list ? "[%]" : "%"])
        return HostileField("createContract.\(field)", "POST /api/contracts", body, valid: valid)
    }

    private static func milestone(_ field: String) -> HostileField {
        let one = object(["title": #""T""#, "share_basis_points": "10000"], field)
        return HostileField(
            "createContract.milestones.\(field)", "POST /api/contracts",
            APIBench.contract(.milestones, ["milestones": "[\(one)]"]))
    }

    private static func intent(_ field: String, valid: String = "An|n") -> HostileField {
        let body = object(
            [
                "payee": #""{payee}""#, "title": #""T""#, "price_minor": "15000", "payer_name": #""A""#,
                "payer_email": #""a@example.org""#,
            ], field)
        return HostileField(
            "createIntent.\(field)", "POST /api/payments/create-intent", body, valid: valid)
    }

    private static func checkout(_ field: String, valid: String = "An|n") -> HostileField {
        let body = object(
            [
                "member": #""ann""#, "price_id": #""price_consumer_plus_monthly""#,
                "method": #""pm_card_visa""#, "name": #""Ann""#, "email": #""a@example.org""#,
            ], field)
        return HostileField("checkoutPlan.\(field)", "POST /api/billing/checkout", body, valid: valid)
    }

    /// Returns a JSON object with `%` as the value of one key.
    private static func object(_ values: [String: String], _ key: String) -> String {
        let members = values.merging([key: "%"]) { $1 }.sorted { $0.key < $1.key }
        return "{\(members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }

    /// Makes the objects that the request needs, and returns their ids by placeholder.
    func places(in bench: APIBench) async throws -> [String: String] {
        var places: [String: String] = [:]
        if body.contains("{payee}") { places["{payee}"] = try await bench.activePayee() }
        if target.contains("{contract}") { places["{contract}"] = try await bench.contract().id }
        return places
    }

    /// Sends the request with a text in the field.
    func send(_ text: String, _ places: [String: String], to bench: APIBench) async throws -> Answer {
        var (target, body) = (target, body.replacing("%", with: JSONValue.string(text).text))
        for (place, id) in places {
            target = target.replacing(place, with: id)
            body = body.replacing(place, with: id)
        }
        let number = text.unicodeScalars.reduce(7) { ($0 * 31 + Int($1.value)) % 1_000_003 }
        // Each request makes a new object, so that a refusal is not due to a name that is in use.
        body = body.replacing("#", with: String(number))
        return try await bench.call(method, target, body)
    }
}
