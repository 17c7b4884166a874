import DatabaseKit
import DigestKit
import SimulationKit
import StaffAccess
import Testing
import TextKit

/// The chain of hashes: the damage that it shows, and the removal of old rows.
@Suite struct AuditLogChainTests {
    /// A log of six rows, one a day.
    private func withRows(_ body: (StaffBench) async throws -> Void) async throws {
        try await StaffBench.with { bench in
            for number in 1...6 {
                try await bench.recording {
                    try await bench.file.write { $0.changed("id_\(number)", of: "Grace") }
                }
                bench.clock.advance(seconds: 86_400)
            }
            try await body(bench)
        }
    }

    @Test(
        "identifies a row that was changed, removed or added",
        arguments: [
            ("UPDATE audit_log SET actor = 'staff_0' WHERE number = 3", "changed", 3),
            ("UPDATE audit_log SET time = time + 1 WHERE number = 3", "changed", 3),
            ("UPDATE audit_log SET action = 'org.add' WHERE number = 3", "changed", 3),
            ("UPDATE audit_log SET network = '10.0.0.0/24' WHERE number = 3", "changed", 3),
            ("UPDATE audit_log SET refusal = 'x' WHERE number = 3", "changed", 3),
            ("UPDATE audit_log SET ids = 'id_4' WHERE number = 3", "changed", 3),
            ("UPDATE audit_log SET organizations = '' WHERE number = 3", "changed", 3),
            ("UPDATE audit_log SET ids = '', organizations = 'id_3 Grace' WHERE number = 3", "changed", 3),
            (
                "UPDATE audit_log SET hash = (SELECT hash FROM audit_log WHERE number = 5) WHERE number = 6",
                "changed", 6
            ),
            ("DELETE FROM audit_log WHERE number = 3", "missing", 4),
            ("DELETE FROM audit_log WHERE number <= 3", "unexplainedStart", 4),
            ("DELETE FROM audit_log_organization WHERE number = 3", "relisted", 3),
            ("UPDATE audit_log_organization SET organization = 'hope' WHERE number = 3", "relisted", 3),
            (
                "INSERT INTO audit_log SELECT 7, time, actor, action, network, refusal, ids, organizations, hash "
                    + "FROM audit_log WHERE number = 6", "changed", 7
            ),
        ] as [(String, String, Int64)])
    func tampering(sql: String, kind: String, number: Int64) async throws {
        try await withRows { bench in
            #expect(try await bench.auditLog.check().flaw == nil)
            try await bench.file.write { try $0.run(sql) }
            let check = try await bench.auditLog.check()
            #expect(check.flaw?.kind.rawValue == kind && check.flaw?.number == number)
            #expect(check.newest == nil)
        }
    }

    @Test("detects the removal of the newest rows with the hash from an earlier check")
    func truncation() async throws {
        try await withRows { bench in
            let hash = try #require(try await bench.auditLog.check().newest).hashText
            try await bench.file.write { transaction in
                for table in ["audit_log", "audit_log_organization"] {
                    try transaction.run("DELETE FROM \(table) WHERE number = 6")
                }
            }
            #expect(try await bench.auditLog.check().flaw == nil)
            let check = try await bench.auditLog.check(containing: hash)
            #expect(check.flaw?.kind == .hashNotFound && check.flaw?.number == 0)
        }
    }

    @Test("old rows are removed, and the chain continues from the row that says so")
    func pruning() async throws {
        try await withRows { bench in
            let log = bench.auditLog
            // The rows are 6, 5, 4, 3, 2 and 1 days old.
            #expect(try await log.prune(olderThanDays: 6, by: .server) == 0)
            #expect(try await log.prune(olderThanDays: 3, by: .server) == 3)
            let rows = try await bench.rows()
            #expect(rows.map(\.number) == [7, 6, 5, 4] && rows[0].event.action == "log.prune")
            #expect(rows[0].event.actor == .server && rows[0].event.ids[0] == "3")
            #expect(try await log.check().flaw == nil)
            #expect(try await log.prune(olderThanDays: 3, by: .server) == 0)
            bench.clock.advance(seconds: 30 * 86_400)
            #expect(try await log.prune(olderThanDays: 3, by: .commandLine) == 4)
            #expect(try await bench.rows().map(\.number) == [8])
            #expect(try await log.check().flaw == nil)
            // A row about removals alone is not replaced by another one.
            bench.clock.advance(seconds: 30 * 86_400)
            #expect(try await log.prune(olderThanDays: 3, by: .server) == 0)
            try await bench.file.write { try $0.run("UPDATE audit_log SET ids = '6 00' WHERE number = 8") }
            #expect(try await log.check().flaw?.number == 8)
        }
    }

    @Test("a hash is SHA-256 of the previous hash and of the fields, each with its length")
    func format() async throws {
        try await withRows { bench in
            let rows = try await bench.rows()
            let first = "1:1,1:1,10:1769871600,3:cli,8:fund.add,0:,0:,1:1,4:id_1,1:1,5:Grace,"
            let hash = SHA256.hash([UInt8](repeating: 0, count: 32) + Array(first.utf8))
            #expect(rows[5].hash == hash && rows[5].hashText == Hex.lower(hash))
            let second = "1:1,1:2,10:1769958000,3:cli,8:fund.add,0:,0:,1:1,4:id_2,1:1,5:Grace,"
            #expect(rows[4].hash == SHA256.hash(hash + Array(second.utf8)))
        }
    }

    @Test("every action has a code of its own: a noun, a dot and a verb")
    func codes() {
        for action in AuditLogAction.allCases {
            let words = action.rawValue.split(separator: ".")
            #expect(words.count == 2 && action.rawValue.allSatisfy { $0.isLowercase || "._".contains($0) })
        }
    }
}
