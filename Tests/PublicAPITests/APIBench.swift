import Foundation
import Giving
import InvocationRouter
import Processor
import StaffAccess
import Synchronization
import TagRegistry
import TapServer
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// The API over its own data folder, without a socket: `Grace` with the funds `12` and `13`, `Hope` with `7`.
///
/// Checks every response against the OpenAPI document, and records the operations that succeeded.
struct APIBench: Sendable {
    let data: DataFolder
    let api: JSONAPI
    /// The secrets of the keys: `owner`, `treasurer`, `tags`, `read-only` of `Grace`, `hope`, and `both`.
    let keys: [String: String]
    /// The OpenAPI document, as served.
    let description: JSONTree
    private let seen = Seen()

    /// The bench's counters.
    private final class Seen: Sendable {
        let operations = Mutex<Set<String>>([])
        let requests = Mutex(0)
    }

    static func with<Value>(_ body: (APIBench) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "api-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try await DataFolder.open(folder.path) { _ in }
        defer { try? data.close() }
        return try await body(try await APIBench(data))
    }

    private init(_ data: DataFolder) async throws {
        self.data = data
        api = JSONAPI(data, hosts: .standard) { UInt64.random(in: .min ... .max) }
        let described = await api.reply(to: APICall("GET", "/api/openapi.json"))
        description = try JSONTree(Array(described.content.utf8))
        for (id, funds) in [("Grace", ["12", "13"]), ("Hope", ["7"])] {
            try await data.write { transaction, now in
                _ = try transaction.addOrganization(
                    id, OrganizationFields(displayName: "\(id) Church"), at: now)
                for fund in funds { _ = try transaction.addFund(fund, name: "Fund \(fund)", to: id, at: now) }
            }
            _ = try await data.onboard(id, outcome: .complete)
        }
        var keys: [String: String] = [:]
        for role in StaffRole.allCases {
            keys[role.rawValue] = try await data.apiKeys.add(role.rawValue, role, organizations: ["Grace"])
                .secret.text
        }
        keys["hope"] = try await data.apiKeys.add("hope", .owner, organizations: ["Hope"]).secret.text
        keys["both"] = try await data.apiKeys.add("both", .owner, organizations: ["Grace", "Hope"]).secret
            .text
        self.keys = keys
    }

    /// Sends a call with one of the keys, and returns the response.
    ///
    /// - Parameter once: The `Idempotency-Key`; by default, a new one for each call.
    @discardableResult
    func call(
        _ method: String, _ target: String, _ body: String? = nil, by key: String? = "owner",
        once: String? = nil, donorEmail: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        let number = seen.requests.withLock { count in
            count += 1
            return count
        }
        let call = APICall(
            method, target, body: Array((body ?? "").utf8),
            authorization: key.map { "Bearer \(keys[$0] ?? $0)" },
            idempotencyKey: method != "GET" ? once ?? "request \(number)" : nil, donorEmail: donorEmail)
        let reply = await api.reply(to: call)
        let answer = Answer(
            status: reply.status, headers: reply.headers, tree: try JSONTree(Array(reply.content.utf8)))
        try check(answer, of: call, sourceLocation)
        return answer
    }

    /// Stores the batches `Main`, with two written seats and one open seat of Grace and one seat of Hope, and
    /// `Other`, with one seat of Hope.
    func fillBatch() async throws {
        try await data.write { transaction, now in
            for (batch, seats) in [
                (
                    "Main",
                    [
                        ("A1", "Grace", true), ("A2", "grace", true), ("B1", "Hope", true),
                        ("A4", "Grace", false),
                    ]
                ),
                ("Other", [("C1", "Hope", false)]),
            ] {
                try transaction.save(Batch(name: batch, created: now))
                for (index, (seat, org, isWritten)) in seats.enumerated() {
                    var row = BatchRow(
                        batch: batch, number: index + 1, seat: seat, org: org,
                        url: "https://appclip.tap.giving/\(org)?r=0", tagID: "\(batch)-\(index)", changed: now
                    )
                    if isWritten { row.state = .verified }
                    try transaction.save(row)
                }
            }
        }
    }

    /// Stores a managed tag that opens an organization's page.
    func manage(_ id: String, of org: String, place: TagPlace? = nil) async throws {
        try await data.write { transaction, now in
            let aim = ManagedDestination.Aim(
                url: "https://appclip.tap.giving/\(org)?r=0", org: org, since: now)
            try transaction.save(ManagedDestination(id: id, aim: aim, place: place))
        }
    }

    /// Makes a paid gift to `Grace`.
    @discardableResult
    func give(_ more: String = "", by key: String = "owner", once: String? = nil) async throws -> Answer {
        try await call("POST", "/api/gifts", Self.gift(more), by: key, once: once)
    }

    /// Returns the body of a gift to `Grace`.
    static func gift(_ more: String = "", org: String = "Grace", method: String = "pm_card_bypassPending")
        -> String
    {
        """
        {"org":"\(org)","amount_minor":5000,"currency":"usd","method":"\(method)","name":"A Donor",\
        "email":"donor@example.org"\(more.isEmpty ? "" : ",\(more)")}
        """
    }

    /// The operations that succeeded with 200, such as `GET /api/gifts/{gift}`.
    var answered: Set<String> { seen.operations.withLock { $0 } }

    private func check(_ answer: Answer, of call: APICall, _ place: SourceLocation) throws {
        guard
            let route = APIRouteTable.all.found(at: call.path).map(\.route).first(where: {
                $0.method.rawValue == call.method
            })
        else { return }
        let operation = description["paths"]?[route.path.template]?[call.method.lowercased()]
        let responses = try #require(operation?["responses"], sourceLocation: place)
        let response = try #require(
            responses[answer.status == 200 ? "200" : "default"], sourceLocation: place)
        let schema = try #require(
            response["content"]?["application/json"]?["schema"], sourceLocation: place)
        let flaws = SchemaCheck(description).flaws(of: answer.tree, by: schema)
        #expect(flaws == [], "\(call.method) \(call.target): \(answer.tree.text)", sourceLocation: place)
        // Only keys are made by a command.
        let namesCommand =
            answer.message?.contains(#/tapctl |--[a-z]/#) == true && answer.code != "invalidKey"
        #expect(!namesCommand, "\(answer.message ?? "")", sourceLocation: place)
        guard answer.status == 200 else { return }
        seen.operations.withLock { _ = $0.insert("\(call.method) \(route.path.template)") }
    }
}

/// A response of the API.
struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let tree: JSONTree

    subscript(name: String) -> JSONTree? { tree[name] }
    /// The ids of a list.
    var ids: [String] { tree["data"]?.elements.compactMap { $0["id"]?.string } ?? [] }
    /// The code of an error.
    var code: String? { tree["error"]?["code"]?.string }
    var kind: String? { tree["error"]?["type"]?.string }
    var param: String? { tree["error"]?["param"]?.string }
    var message: String? { tree["error"]?["message"]?.string }
    var id: String { tree["id"]?.string ?? "" }
}

extension JSONTree {
    subscript(name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == name }?.value
    }

    var members: [JSONTree.Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }
}
