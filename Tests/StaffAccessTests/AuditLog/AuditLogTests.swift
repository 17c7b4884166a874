import DatabaseKit
import Foundation
import SimulationKit
import StaffAccess
import TestSupport
import Testing
import TimeKit

/// The rows of the audit log: when they are written, and what they contain.
@Suite struct AuditLogTests {
    private struct Refused: Error {}

    @Test("a change and its row are committed together, with the ids of the changed objects")
    func together() async throws {
        try await StaffBench.with { bench in
            try await bench.recording {
                try await bench.file.write { transaction in
                    transaction.changed("Grace/roof", of: "Grace")
                    transaction.changed("Grace/roof", of: "Hope")
                }
            }
            let rows = try await bench.rows()
            #expect(rows.count == 1 && rows[0].number == 1 && rows[0].time == bench.clock.now)
            #expect(rows[0].event.action == "fund.add" && rows[0].event.actor.text == "cli")
            #expect(rows[0].event.outcome == "done" && rows[0].event.ids == ["Grace/roof"])
            #expect(rows[0].event.organizations == ["Grace", "Hope"])
        }
    }

    @Test("a change that is rolled back leaves only the row of its refusal")
    func rolledBack() async throws {
        try await StaffBench.with { bench in
            await #expect(throws: Refused.self) {
                try await bench.recording {
                    try await bench.file.write { transaction in
                        transaction.changed("Grace/roof", of: "Grace")
                        throw Refused()
                    }
                }
            }
            let rows = try await bench.rows()
            #expect(rows.map(\.event.outcome) == ["refused"] && rows[0].event.refusal == "test")
            #expect(rows[0].event.ids.isEmpty)
        }
    }

    @Test("only the first transaction that changes an object leaves a row")
    func once() async throws {
        try await StaffBench.with { bench in
            try await bench.recording {
                try await bench.file.write { try $0.run("DELETE FROM sign_in_tries") }
                try await bench.file.write { $0.changed("first") }
                try await bench.file.write { $0.changed("second") }
            }
            #expect(try await bench.rows().map(\.event.ids) == [["first"]])
            try await bench.file.write { $0.changed("third") }
            #expect(try await bench.rows().count == 1)
        }
    }

    @Test("a repeated request, which changes nothing, leaves no row")
    func repeated() async throws {
        try await StaffBench.with { bench in
            try await bench.recording { try await bench.file.write { _ in } }
            try await bench.recording {
                try await bench.file.write { $0.changedBefore() }
                // A second request may finish the work of the first one.
                try await bench.file.write { $0.changed("ref_1") }
            }
            #expect(try await bench.rows().isEmpty)
        }
    }

    @Test("work that is not part of the change, or goes on after it, leaves no row")
    func elsewhere() async throws {
        try await StaffBench.with { bench in
            let (ended, end) = AsyncStream<Void>.makeStream()
            let task = try await bench.recording {
                try await ChangeRecord.pausing { try await bench.file.write { $0.changed("paused") } }
                return Task {
                    for await _ in ended {}
                    try await bench.file.write { $0.changed("later") }
                }
            }
            end.finish()
            try await task.value
            #expect(try await bench.rows().isEmpty)
        }
    }

    @Test("a change that is stored and then fails leaves both rows")
    func storedAndFailed() async throws {
        try await StaffBench.with { bench in
            await #expect(throws: Refused.self) {
                try await bench.recording {
                    try await bench.file.write { $0.changed("gift_1", of: "Grace") }
                    throw Refused()
                }
            }
            let rows = try await bench.rows()
            #expect(rows.map(\.event.outcome) == ["refused", "done"])
        }
    }

    @Test("twenty simultaneous changes leave twenty rows of one chain")
    func simultaneous() async throws {
        try await StaffBench.with { bench in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await bench.recording {
                            try await bench.file.write { $0.changed("id_\(number)") }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let rows = try await bench.rows()
            #expect(rows.map(\.number) == Array((1...20).reversed()))
            #expect(Set(rows.flatMap(\.event.ids)).count == 20)
            let check = try await bench.auditLog.check()
            #expect(check.flaw == nil && check.rows == 20 && check.newest == rows[0])
        }
    }

    @Test("a database without an audit log is changed as before", .sqlite)
    func withoutLog() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let other = try DatabaseFile.open(
            at: folder.appending(path: "other.sqlite").path,
            migrations: [Migration("other.1", "CREATE TABLE thing (id TEXT PRIMARY KEY) STRICT")])
        defer { try? other.close() }
        try await StaffBench.with { bench in
            try await bench.recording {
                try await other.write { transaction in
                    try transaction.run("INSERT INTO thing VALUES ('1')")
                    transaction.changed("1")
                }
                try await bench.file.write { $0.changed("2") }
            }
            #expect(try await other.read { try $0.isAny("SELECT 1 FROM thing") })
            #expect(try await bench.rows().map(\.event.ids) == [["2"]])
        }
    }

    @Test("an id is stored as one word of safe characters, and at most 16 of them")
    func words() async throws {
        try await StaffBench.with { bench in
            try await bench.recording {
                try await bench.file.write { transaction in
                    transaction.changed("a b,\u{202E}c\n" + String(repeating: "x", count: 200))
                    for number in 0..<40 { transaction.changed("id_\(number)") }
                }
            }
            let ids = try await bench.rows()[0].event.ids
            #expect(ids.count == 16 && ids[0].hasPrefix("a_b__c_xxx") && ids[0].count == 100)
            #expect(try await bench.auditLog.check().flaw == nil)
        }
    }

    @Test("rows are found by organization, actor, action, id, time and outcome, page by page")
    func filters() async throws {
        try await StaffBench.with { bench in
            try await bench.recording { try await bench.file.write { $0.changed("gift_1", of: "Hope") } }
            bench.clock.advance(seconds: 60)
            let middle = bench.clock.now
            try await bench.auditLog.refuse(
                AuditLogEvent(.refundGift, by: .anonymous, organizations: ["Hope"]), "noKey")
            func numbers(_ change: (inout AuditLogFilter) -> Void) async throws -> [Int64] {
                var filter = AuditLogFilter(limit: 10)
                change(&filter)
                return try await bench.auditLog.entries(filter).map(\.number)
            }
            #expect(try await numbers { $0.organization = "hope" } == [2, 1])
            #expect(try await numbers { $0.organization = "Grace" }.isEmpty)
            #expect(try await numbers { $0.actor = "cli" } == [1])
            #expect(try await numbers { $0.action = .refundGift } == [2])
            #expect(try await numbers { $0.id = "gift_1" } == [1])
            #expect(try await numbers { $0.id = "gift_" }.isEmpty)
            #expect(try await numbers { $0.involved = "gift_1" } == [1])
            #expect(try await numbers { $0.involved = "anonymous" } == [2])
            #expect(try await numbers { $0.since = middle } == [2])
            #expect(try await numbers { $0.until = middle } == [1])
            #expect(try await numbers { $0.isRefusedOnly = true } == [2])
            #expect(try await numbers { ($0.organization, $0.before) = ("Hope", 2) } == [1])
            #expect(try await numbers { $0.limit = 1 } == [2])
        }
    }

    @Test("refusals without a key leave 20 rows an hour from one network, and 200 in all")
    func bound() async throws {
        try await StaffBench.with { bench in
            func refuse(_ network: String?) async throws {
                try await bench.auditLog.refuse(
                    AuditLogEvent(.apiRequest, by: .anonymous, from: network), "noKey")
            }
            for _ in 0..<30 { try await refuse("203.0.113.0/24") }
            var rows = try await bench.rows()
            #expect(rows.count == 20 && rows[0].event.action == "log.limit")
            #expect(rows.dropFirst().allSatisfy { $0.event.action == "api.request" })
            for number in 0..<300 { try await refuse("2001:db8:\(number)::/48") }
            #expect(try await bench.rows().count == 200)
            // A change is never left out.
            try await bench.recording { try await bench.file.write { $0.changed("gift_1") } }
            bench.clock.advance(seconds: 3_601)
            try await refuse("203.0.113.0/24")
            rows = try await bench.rows()
            #expect(rows.count == 202 && rows[0].event.action == "api.request")
        }
    }
}

extension StaffBench {
    var auditLog: AuditLog { service.auditLog }

    /// Returns all rows, newest first.
    func rows() async throws -> [AuditLogEntry] {
        try await auditLog.entries(AuditLogFilter(limit: 1_000))
    }

    /// Runs a change of the command line's in `Grace`.
    @discardableResult
    func recording<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await auditLog.recording(
            AuditLogEvent(.addFund, by: .commandLine, organizations: ["Grace"]), code: { _ in "test" }, work)
    }
}
