import DatabaseKit
import PostgresKit
import StaffAccess
import TestSupport
import Testing
import TimeKit

/// The audit log of two servers with one database.
@Suite(.postgres, .timeLimit(.minutes(2))) struct AuditLogTests {
    @Test("events recorded at the same time are each in the chain exactly once")
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
        let logs = nodes.map { AuditLog(database: $0, clock: WallClock { .earliest }) }
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
            // Meanwhile, both servers append stored events to the chain.
            for log in logs {
                group.addTask { for _ in 0..<each { try await log.chain() } }
            }
            try await group.waitForAll()
        }
        async let first = logs[0].entries(AuditLogFilter(limit: 500))
        async let second = logs[1].entries(AuditLogFilter(limit: 500))
        let numbers = [Int64]((1...Int64(callers * each)).reversed())
        for rows in try await [first, second] { #expect(rows.map(\.number) == numbers) }
        #expect(try await logs[0].check().flaw == nil)
        for node in nodes { await node.close() }
    }
}
