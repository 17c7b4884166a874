import DatabaseKit
import PostgresKit
import StaffAccess
import TestSupport
import Testing
import TimeKit

/// The audit log of two servers with one database. Each row contains the hash of the row before it.
@Suite(.postgres, .timeLimit(.minutes(2))) struct AuditLogTests {
    @Test("rows that many callers append at the same time are all recorded, one after another")
    func simultaneous() async throws {
        let address = try await PostgresServer.shared().makeDatabase().connection
        var nodes: [PostgresKit.PostgresDatabase] = []
        for _ in 0..<2 {
            nodes.append(
                try await .open(
                    try PostgresSettings(address), migrations: try PostgresMigration.all(StaffMigrations.all))
            )
        }
        let (callers, each) = (32, 4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<callers {
                let node = nodes[caller % 2]
                group.addTask {
                    for _ in 0..<each {
                        try await node.write {
                            try $0.append(AuditLogEvent(.apiRequest, by: .commandLine), at: .earliest)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let rows = try await nodes[0].read { try $0.auditLog(AuditLogFilter(limit: 500)) }
        #expect(rows.map(\.number) == (1...Int64(callers * each)).reversed())
        for node in nodes { await node.close() }
    }
}
