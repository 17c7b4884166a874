import DataFolderKit
import Foundation
import StaffAccess
import Testing
import TimeKit

@testable import SiteService

/// The removal of old rows of the audit log.
@Suite struct AuditLogRetentionTests {
    @Test(
        "rows older than the number of days are removed, and 0 keeps all",
        arguments: [(Int64(30), 1), (60, 2), (0, 3)])
    func days(days: Int64, kept: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "retention-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try await DataFolder.open(folder.path) { _ in }
        defer { try? data.close() }
        try await data.write { transaction, now in
            for age: Int64 in [90, 45, 1] {
                try transaction.append(
                    AuditLogEvent(.addFund, by: .commandLine), at: now.adding(seconds: -age * 86_400))
            }
        }
        let retention = AuditLogRetention(days: days)
        // The second call of a day does nothing.
        for _ in 1...2 { try await retention.work(on: data) }
        let rows = try await data.auditLog.entries(AuditLogFilter(limit: 10))
        #expect(rows.count { $0.event.action == "fund.add" } == kept)
        #expect(
            rows.count { $0.event.action == "log.prune" && $0.event.actor == .server } == (kept < 3 ? 1 : 0))
        #expect(try await data.auditLog.check().flaw == nil)
    }
}
