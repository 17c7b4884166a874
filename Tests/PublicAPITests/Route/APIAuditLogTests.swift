import DatabaseKit
import StaffAccess
import TapServer
import Testing

@testable import DataFolderKit
@testable import PublicAPI

/// The rows that API requests leave in the audit log.
@Suite struct APIAuditLogTests {
    private func rows(in bench: APIBench) async throws -> [AuditLogEntry] {
        try await bench.data.auditLog.entries(AuditLogFilter(limit: 1_000))
    }

    private func key(_ name: String, in bench: APIBench) async throws -> APIKey {
        try #require(try await bench.data.apiKeys.keys().first { $0.name == name })
    }

    @Test("every operation that changes data, and no other, has an action")
    func actions() {
        for route in APIRoute.all {
            #expect(route.method.changes == (route.action != nil), "\(route.name)")
        }
    }

    @Test("a refund leaves one row in its own transaction, however often the request is repeated")
    func refund() async throws {
        try await APIBench.with { bench in
            let gift = try await bench.give().id
            for _ in 1...3 {
                let answer = try await bench.call(
                    "POST", "/api/gifts/\(gift)/refunds", #"{"amount_minor":2000}"#, by: "treasurer",
                    once: "one refund")
                #expect(answer.status == 200)
            }
            let rows = try await rows(in: bench)
            #expect(rows.map(\.event.action) == ["gift.refund", "gift.make"])
            #expect(rows.allSatisfy { $0.event.ids.contains(gift) && $0.event.organizations == ["Grace"] })
            #expect(rows[0].event.actor == .key(try await key("treasurer", in: bench)))
            #expect(rows[1].event.actor == .key(try await key("owner", in: bench)))
            #expect(try await bench.data.auditLog.check().flaw == nil)
        }
    }

    @Test("S-3: a key that waits for confirmation gets the response of an unknown key, and the log says why")
    func unconfirmedKey() async throws {
        try await APIBench.with { bench in
            let key = try await key("owner", in: bench)
            let unknown = try await bench.call("GET", "/api/gifts", by: "tapk_test_unknown")
            try await bench.data.write { transaction, now in _ = try transaction.suspendAccess(at: now) }
            let waiting = try await bench.call("GET", "/api/gifts")
            #expect(
                waiting.status == 401 && waiting.tree == unknown.tree && waiting.headers == unknown.headers)
            let rows = try await rows(in: bench).map(\.event)
            #expect(rows.map(\.refusal) == ["unconfirmed", "invalidKey"])
            #expect(rows.allSatisfy { $0.action == "api.request" && $0.actor == .anonymous })
            #expect(rows[0].ids == [key.publicID] && rows[1].ids.isEmpty)
            _ = try await bench.data.apiKeys.confirm("owner")
            #expect(try await bench.call("GET", "/api/gifts").status == 200)
        }
    }

    @Test("a refused change leaves a row with the code of the response")
    func refused() async throws {
        try await APIBench.with { bench in
            let gift = try await bench.give().id
            let body = #"{"amount_minor":9000}"#
            let answer = try await bench.call("POST", "/api/gifts/\(gift)/refunds", body)
            #expect(answer.status == 422)
            let row = try #require(try await rows(in: bench).first).event
            #expect(row.action == "gift.refund" && row.refusal == answer.code)
        }
    }

    @Test("a declined gift leaves the row of the gift and of the refusal")
    func declined() async throws {
        try await APIBench.with { bench in
            let body = APIBench.gift(method: "pm_card_visa_chargeDeclined")
            #expect(try await bench.call("POST", "/api/gifts", body).status == 402)
            let rows = try await rows(in: bench)
            #expect(rows.map(\.event.outcome) == ["refused", "done"])
            #expect(rows.allSatisfy { $0.event.action == "gift.make" })
        }
    }

    @Test("changes of organizations and funds name what was changed")
    func settings() async throws {
        try await APIBench.with { bench in
            for (method, path, body) in [
                ("POST", "/api/organizations/grace", #"{"name":"Grace"}"#),
                ("POST", "/api/organizations/Grace/funds", #"{"id":"14","name":"Bus"}"#),
                ("POST", "/api/organizations/Grace/funds/14", #"{"name":"The bus"}"#),
                ("POST", "/api/organizations/Grace/funds/14/close", "{}"),
                ("POST", "/api/organizations/Grace/funds/14/reopen", "{}"),
            ] {
                #expect(try await bench.call(method, path, body).status == 200, "\(path)")
            }
            let rows = try await rows(in: bench)
            #expect(
                rows.map(\.event.action) == [
                    "fund.reopen", "fund.close", "fund.change", "fund.add", "org.change",
                ])
            #expect(rows.prefix(4).allSatisfy { $0.event.ids.contains("Grace/14") })
            #expect(rows[4].event.ids == ["Grace"])
        }
    }

    @Test("a missing, unknown or too small key leaves a row, and reading leaves none")
    func access() async throws {
        try await APIBench.with { bench in
            #expect(try await bench.call("GET", "/api/gifts").status == 200)
            #expect(try await bench.call("GET", "/api/gifts", by: nil).status == 401)
            #expect(try await bench.call("GET", "/api/gifts", by: "tapk_test_x").status == 401)
            #expect(try await bench.call("GET", "/api/gifts", by: "tags").status == 403)
            #expect(try await bench.give(by: "tags").status == 403)
            let rows = try await rows(in: bench)
            #expect(
                rows.map { "\($0.event.action) \($0.event.refusal)" } == [
                    "gift.make roleNotPermitted", "api.request roleNotPermitted", "api.request invalidKey",
                    "api.request missingKey",
                ])
            let tags = AuditLogActor.key(try await key("tags", in: bench))
            #expect(rows.map(\.event.actor) == [tags, tags, .anonymous, .anonymous])
            #expect(rows[1].event.organizations == ["Grace"] && rows[3].event.organizations.isEmpty)
        }
    }

    @Test("a key that is sent without encryption is named in the row of its refusal, and is not used")
    func plain() async throws {
        try await APIBench.with { bench in
            for key in ["Bearer \(bench.keys["owner"] ?? "")", "Bearer unknown", "Basic a2V5Og=="] {
                await bench.api.refusedPlain(APICall("GET", "/api/gifts", authorization: key))
            }
            let (rows, owner) = (try await rows(in: bench), try await key("owner", in: bench))
            #expect(rows.map(\.event.refusal) == Array(repeating: "keyInPlainText", count: 3))
            #expect(rows.map(\.event.ids) == [[], [], [owner.publicID]])
            #expect(rows[2].event.organizations == ["Grace"] && owner.lastUsed == nil)
            #expect(rows.allSatisfy { $0.event.actor == .anonymous })
        }
    }

    @Test("a row names the client's network")
    func network() async throws {
        try await APIBench.with { bench in
            _ = await bench.api.reply(to: APICall("GET", "/api/gifts", client: "203.0.113.77"))
            let rows = try await rows(in: bench)
            #expect(rows.map(\.event.network) == ["203.0.113.0/24"])
        }
    }
}
