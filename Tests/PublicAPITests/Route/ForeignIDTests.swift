import Bookings
import Contracts
import DatabaseKit
import Dependents
import Foundation
import Giving
import MoneyKit
import StaffAccess
import TagRegistry
import TapServer
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// The ids of another organization, in every place of the API that takes an id.
@Suite struct ForeignIDTests {
    @Test(
        "every OpenAPI route and role answers another tenant's id as it answers an id that never existed"
    )
    func everyRoute() async throws {
        try await APIBench.with { bench in
            let ids = try await ForeignIDs(bench)
            let operations = try ForeignRequest.operations(in: bench.description)
            #expect(operations.count == APIRoute.all.count)
            var calls = 0
            for operation in operations {
                for name in operation.unclassified(by: ids) {
                    Issue.record("\(operation.name): say in ForeignIDs whether \"\(name)\" is an id")
                }
                for request in operation.requests(by: ids) {
                    for role in StaffRole.allCases {
                        let theirs = await bench.answer(request.theirs, by: role, number: calls)
                        let never = await bench.answer(request.never, by: role, number: calls + 1)
                        calls += 2
                        #expect(
                            ids.unified(theirs) == ids.unified(never),
                            "\(operation.name) \(request.slot) \(role)")
                        // An id in the path is looked up before anything else that depends on it.
                        #expect(
                            !request.isInPath || theirs.status >= 400, "\(operation.name) \(request.slot)")
                    }
                }
            }
            #expect(calls > 1_000)
            let roles = StaffRole.allCases.count
            print(
                "\(operations.count) routes, \(roles) roles, \(calls) calls with ids of others and of no one")
        }
    }

    @Test("no error about an id depends on anything but the id", arguments: APIObject.allCases)
    func inOnePlace(kind: APIObject) {
        let long = String(repeating: "i", count: 500)
        for id in ["", "id", long] {
            let shown = APIError(kind.notYours(id))
            #expect(shown.status == 404 && shown.headers.isEmpty)
            #expect(shown.message.utf8.count < 300)
        }
    }
}

extension APIBench {
    /// Sends a request with the key of a role of `Grace`, and returns the reply as it is sent.
    fileprivate func answer(_ request: ForeignRequest.Call, by role: StaffRole, number: Int) async -> APIReply
    {
        await api.reply(
            to: APICall(
                request.method, request.target, body: Array(request.body.utf8),
                authorization: "Bearer \(keys[role.rawValue] ?? "")",
                idempotencyKey: request.method == "GET" ? nil : "foreign \(number)"))
    }
}

/// Ids of `Grace`, whose keys send the requests, and of `Hope`, which owns one object of each kind.
private struct ForeignIDs {
    /// An id of `Hope`, and a similar one that never existed.
    struct Pair {
        let theirs: String
        let never: String

        init(_ theirs: String, never: String? = nil) {
            self.theirs = theirs
            self.never = never ?? Self.changed(theirs)
        }

        /// Returns the id with another last character.
        private static func changed(_ id: String) -> String {
            let last = id.utf8.last ?? 0
            let next = "z9Z".utf8.contains(last) ? last - 1 : last + 1
            return String(id.dropLast()) + String(decoding: [next], as: UTF8.self)
        }
    }

    /// The ids of `Grace`, by the name of a parameter or field.
    private(set) var own: [String: String] = [:]
    /// The ids of `Hope`, by the name of a parameter or field, or by `operation.name`.
    private(set) var pairs: [String: [Pair]] = [:]

    /// Texts that are not ids, by the name of a field. They are sent if an operation requires them. The id of
    /// a new organization and a new alias are among them: they are public, because donors' URLs contain them.
    static let words = [
        "alias": "alias", "campus": "North", "color": "#1a5fb4", "country": "US", "currency": "usd",
        "description": "Text",
        "email": "someone@example.org", "end_date": "2026-04-30", "feature": "ai_concierge", "id": "new-id",
        "logo": "https://church.example/logo.png", "method": "pm_card_visa", "milestone": "1",
        "name": "A Name",
        "payee_name": "A Name", "payer_email": "client@example.org", "payer_name": "A Client",
        "phone": "+1 555 0100", "place": "Lobby", "price_id": "price_consumer_plus_monthly",
        "promotion_code": "CODE", "reason": "A reason", "refresh_url": "https://church.example/again",
        "return_url": "https://church.example/done", "since": "2026-01-01", "start_date": "2026-03-01",
        "statement_descriptor": "CHURCH", "tax_id": "12-3456789", "time_zone": "America/Chicago",
        "title": "Title", "until": "2999-12-31", "address": "Main Street", "year": "2026",
    ]

    init(_ bench: APIBench) async throws {
        try await bench.fillBatch()
        try await bench.data.write { transaction, now in
            _ = try transaction.addAlias("hopealias", to: "Hope")
            for fund in ["hopefund", "hopeother"] {
                _ = try transaction.addFund(fund, name: "Fund", to: "Hope", at: now)
            }
            // A batch of the server's operator, with a seat of Hope.
            try transaction.save(Batch(name: "HopeHall", created: now))
            try transaction.save(
                BatchRow(
                    batch: "HopeHall", number: 1, seat: "A1", org: "Hope",
                    url: "https://appclip.tap.giving/Hope?r=0", changed: now))
        }
        for (org, key) in [("Grace", "owner"), ("Hope", "hope")] {
            let found = try await Self.objects(of: org, by: key, in: bench)
            if org == "Grace" {
                own = found
            } else {
                for (name, id) in found { pairs[name] = [Pair(id)] }
            }
        }
        pairs["org"] = [Pair("Hope"), Pair("hopealias")]
        pairs["batch"] = [Pair("Other"), Pair("HopeLobby")]
        let page = "https://appclip.tap.giving/"
        pairs["url"] = [
            Pair("\(page)Hope?r=0", never: "\(page)Hopf?r=0"),
            Pair("\(page)Hope?f=hopefund&r=0", never: "\(page)Hopf?f=hopefune&r=0"),
        ]
        for name in ["default", "default_fund"] { pairs[name] = pairs["fund"] }
        pairs["createFund.id"] = [Pair("hopeother")]
        pairs["createBatch.name"] = [Pair("HopeHall"), Pair("HopeAttic")]
        pairs["removeAlias.alias"] = [Pair("hopealias")]
        for name in ["listGifts.email", "listRecurring.email"] { pairs[name] = [Pair("hope@example.org")] }
        pairs["starting_after"] = pairs.values.joined().filter { !$0.theirs.contains("/") }
            .reduce(into: []) { all, pair in
                if !all.contains(where: { $0.theirs == pair.theirs }) { all.append(pair) }
            }
    }

    /// Returns the pairs of a parameter or field of an operation; empty if it is not an id.
    func pairs(of name: String, in operation: String) -> [Pair] {
        pairs["\(operation).\(name)"] ?? pairs[name] ?? []
    }

    /// Makes an object of each kind, and returns their ids by the name of a parameter or field.
    private static func objects(
        of org: String, by key: String, in bench: APIBench
    ) async throws -> [String: String] {
        let small = org.lowercased()
        let form = """
            "org":"\(org)","amount_minor":5000,"currency":"usd","name":"A Donor",\
            "method":"pm_card_bypassPending","email":"\(small)@example.org"
            """
        let gift = try await bench.call("POST", "/api/gifts", "{\(form),\"recurring\":true}", by: key)
        let single = try await bench.call("POST", "/api/gifts", "{\(form)}", by: key)
        let refunds = "/api/gifts/\(single.id)/refunds"
        #expect(try await bench.call("POST", refunds, #"{"amount_minor":1000}"#, by: key).status == 200)
        let tap = "https://appclip.tap.giving/\(org)?r=0"
        _ = try await bench.data.giving.record(tap: tap, nil, organization: org, source: .link)
        try await bench.manage("\(small)-tag", of: org)
        for name in ["Lobby", "Attic"] {
            let plan = #"{"name":"\#(org)\#(name)","org":"\#(org)","count":2}"#
            #expect(try await bench.call("POST", "/api/batches", plan, by: key).status == 200)
        }
        try await bench.enrollDependent("dep_\(small)", at: org)
        let contract = try await bench.contract(.milestones, by: key)
        let (payee, quote, job) = try await booking(by: key, in: bench)
        let member = "\(small)-ann"
        #expect(try await bench.checkout(member: member, by: key).status == 200)
        return [
            "org": org, "fund": org == "Grace" ? "12" : "hopefund", "gift": gift.id,
            "recurring": try #require(gift["recurring"]?.string),
            "donor": try #require(gift["donor"]?.string),
            "refund": try #require(try await bench.call("GET", refunds, by: key).ids.first),
            "tap": try #require(try await bench.call("GET", "/api/taps", by: key).ids.first),
            "tag": "\(small)-tag", "batch": org == "Grace" ? "Main" : "Other", "dependent": "dep_\(small)",
            "contract": contract.id, "payee": payee, "quote": quote, "job": job,
            "token": try #require(contract["link"]?.string?.split(separator: "/").last.map(String.init)),
            "payment": try #require(try await bench.data.read { try $0.bookingJob(job)?.payment }),
            "member": member,
        ]
    }

    private static func booking(
        by key: String, in bench: APIBench
    ) async throws -> (payee: String, quote: String, job: String) {
        let payee = try await bench.payee(by: key).id
        let urls = #"{"refresh_url":"https://church.example/a","return_url":"https://church.example/b"}"#
        _ = try await bench.call("POST", "/api/payees/\(payee)/onboarding-link", urls, by: key)
        try await bench.onboard(payee)
        let quote = try await bench.quote(payee, by: key).id
        let paid = try await bench.payQuote(bench.quote(payee, by: key).id, by: key)
        return (payee, quote, try #require(paid["job"]?.string))
    }

    /// Returns a reply in which every id of a pair is replaced by the same text, and in a successful response
    /// also the times and the ids of new objects.
    func unified(_ reply: APIReply) -> APIReply {
        var reply = reply
        let all = pairs.values.joined().sorted { $0.theirs.utf8.count > $1.theirs.utf8.count }
        for pair in all {
            for id in [pair.theirs, pair.never] { reply.content = reply.content.replacing(id, with: "…") }
        }
        guard reply.status == 200 else { return reply }
        reply.content = reply.content.replacing(#/\d{4}-\d\d-\d\dT[0-9:.]+Z/#, with: "time")
            .replacing(#/[a-z]+_[0-9A-Za-z]{8,}/#, with: "new")
            .replacing(#/"age_seconds":\d+/#, with: "\"age_seconds\":0")
        return reply
    }
}

extension APIBench {
    fileprivate func enrollDependent(_ id: String, at org: String) async throws {
        let due = try #require(CalendarDate(iso8601: "2999-12-31"))
        let dependent = try Dependent(
            id: id, name: "D", relationship: "child", serviceType: "service", due: due,
            fee: Money(200_00, .sar))
        let guardian = Guardian(id: "grd_\(org)", name: "G", email: "g@example.org")
        try await data.products.dependents.enroll([dependent], of: guardian, at: org)
    }
}

/// Two requests that differ only in an id: one of another organization, and one that never existed.
private struct ForeignRequest {
    /// A request as it is sent.
    struct Call {
        var method: String
        var target: String
        var body: String
    }

    /// The parameter or field with the id, and the id.
    let slot: String
    let isInPath: Bool
    let theirs: Call
    let never: Call

    /// Returns the operations of an OpenAPI document.
    static func operations(in description: JSONTree) throws -> [Operation] {
        try (description["paths"]?.members ?? []).flatMap { path in
            try path.value.members.map { try Operation(path.key, $0.key, $0.value) }
        }
    }

    /// An operation, as the OpenAPI document describes it.
    struct Operation {
        let name: String
        private let method: String
        private let template: String
        private let inPath: [String]
        private let fields: [JSONTree.Member]
        private let required: [String]
        private let companions: [JSONTree.Member]
        /// Pairs of fields, one of each being required.
        private let choices: [[String]]

        init(_ template: String, _ method: String, _ operation: JSONTree) throws {
            (self.template, self.method) = (template, method.uppercased())
            name = try #require(operation["operationId"]?.string)
            let parameters = operation["parameters"]?.elements ?? []
            inPath = parameters.filter { $0["in"] == "path" }.compactMap { $0["name"]?.string }
            let query = parameters.filter { $0["in"] == "query" }
            let body = operation["requestBody"]?["content"]?["application/json"]?["schema"]
            fields =
                query.compactMap { parameter in
                    parameter["name"]?.string.map { JSONTree.Member($0, parameter["schema"] ?? .null) }
                } + (body?["properties"]?.members ?? [])
            required =
                query.filter { $0["required"] == .bool(true) }.compactMap { $0["name"]?.string }
                + (body?["required"]?.elements.compactMap(\.string) ?? [])
            companions = body?["dependentRequired"]?.members ?? []
            let single = body?["oneOf"].map { [$0] } ?? []
            let several = body?["allOf"]?.elements.compactMap { $0["oneOf"] } ?? []
            choices = (single + several).map { choice in
                choice.elements.compactMap { $0["required"]?.elements.first?.string }
            }
        }

        /// Returns the free texts of the operation that are neither known as ids nor as words.
        func unclassified(by ids: ForeignIDs) -> [String] {
            let texts = fields.filter { $0.value["type"] == "string" && $0.value["enum"] == nil }
                .filter { $0.value["anyOf"] == nil }.map(\.key)
            return (inPath + texts).filter { name in
                ids.pairs(of: name, in: self.name).isEmpty && ForeignIDs.words[name] == nil
            }
        }

        /// Returns the requests with an id of another organization, one for each place of an id.
        func requests(by ids: ForeignIDs) -> [ForeignRequest] {
            let texts = fields.filter { $0.value["type"] == "string" }.map(\.key)
            return (inPath + texts).flatMap { slot -> [ForeignRequest] in
                return ids.pairs(of: slot, in: name).map { pair in
                    ForeignRequest(
                        slot: "\(slot)=\(pair.theirs)", isInPath: inPath.contains(slot),
                        theirs: call(slot, pair.theirs, ids), never: call(slot, pair.never, ids))
                }
            }
        }

        private func call(_ slot: String, _ id: String, _ ids: ForeignIDs) -> Call {
            func value(_ name: String) -> String? {
                name == slot ? id : ids.own[name] ?? ForeignIDs.words[name]
            }
            let path = inPath.reduce(template) { path, name in
                path.replacing("{\(name)}", with: Self.encoded(value(name) ?? ""))
            }
            var sent = required
            if !inPath.contains(slot), !sent.contains(slot) { sent.append(slot) }
            for choice in choices where !choice.contains(where: sent.contains) { sent += choice.prefix(1) }
            for companion in companions where sent.contains(companion.key) {
                sent += companion.value.elements.compactMap(\.string).filter { !sent.contains($0) }
            }
            let texts = sent.compactMap { name in
                fields.first { $0.key == name }.map { field in
                    (name, Self.json(field.value, value(name), isQuery: method == "GET"))
                }
            }
            guard method == "GET" else {
                let body = texts.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
                return Call(method: method, target: path, body: "{\(body)}")
            }
            let query = texts.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
            return Call(method: method, target: query.isEmpty ? path : "\(path)?\(query)", body: "")
        }

        /// Returns a valid value of a field.
        private static func json(_ schema: JSONTree, _ text: String?, isQuery: Bool) -> String {
            let quote = isQuery ? "" : "\""
            switch schema["type"]?.string {
            case "integer": return "100"
            case "boolean": return "true"
            case "array": return #"["A1"]"#
            default: return "\(quote)\(schema["enum"]?.elements.first?.string ?? text ?? "x")\(quote)"
            }
        }

        private static func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
    }
}
