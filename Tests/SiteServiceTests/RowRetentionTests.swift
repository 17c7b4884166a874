import DataFolderKit
import DatabaseKit
import Foundation
import PaymentCore
import StaffAccess
import TagRegistry
import Testing
import TimeKit

@testable import Giving
@testable import SiteService

/// The removal of old rows of the audit log and of old taps.
@Suite struct RowRetentionTests {
    @Test(
        "rows of the audit log older than the number of days are removed, and 0 keeps all",
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
        let retention = RowRetention.auditLog(days: days)
        // A second call on the same day does nothing.
        for _ in 1...2 { try await retention.work(on: data) }
        let rows = try await data.auditLog.entries(AuditLogFilter(limit: 10))
        #expect(rows.count { $0.event.action == "fund.add" } == kept)
        #expect(
            rows.count { $0.event.action == "log.prune" && $0.event.actor == .server } == (kept < 3 ? 1 : 0))
        #expect(try await data.auditLog.check().flaw == nil)
    }

    @Test(
        "S-6: taps older than the number of days are removed, except those that led to a gift; 0 keeps all",
        arguments: [(Int64(30), 2), (60, 3), (0, 4)])
    func taps(days: Int64, kept: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "retention-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try await DataFolder.open(folder.path) { _ in }
        defer { try? data.close() }
        try await data.write { transaction, now in
            for age: Int64 in [90, 89, 45, 1] {
                let time = now.adding(seconds: -age * 86_400)
                let id = "\(Identifiers.first("tap", at: time))0000000000000"
                try transaction.save(
                    Tap(
                        id: id, url: "/Grace", organization: "Grace", isFresh: false, source: .link,
                        created: time))
                if age == 89 { try transaction.keepTap(id) }
                try transaction.record(
                    SeenTap(id: id, uid: "04E141124C2880", evidence: .mirror, counter: 7, time: time))
            }
        }
        let retention = RowRetention.taps(days: days)
        // A second call on the same day does nothing.
        for _ in 1...2 { try await retention.work(on: data) }
        let left = try await data.read { transaction in
            (
                try transaction.taps(organization: "Grace", after: nil, limit: 10).map(\.id),
                try transaction.seenTaps(uid: "04E141124C2880", tagID: nil, limit: 10).map(\.id)
            )
        }
        // The tag registry keeps and removes the same taps.
        #expect(left.0.count == kept && left.0 == left.1)
    }

    @Test("S-6: more old taps than fit in one batch are removed")
    func batches() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "retention-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try await DataFolder.open(folder.path) { _ in }
        defer { try? data.close() }
        try await data.write { transaction, now in
            let time = now.adding(seconds: -401 * 86_400)
            for number in 0..<2_500 {
                let id = Identifiers.first("tap", at: time) + String(1_000_000_000_000 + number)
                try transaction.save(Tap(id: id, url: "/", isFresh: false, source: .link, created: time))
            }
        }
        try await RowRetention.taps(days: DataFolder.tapDays).work(on: data)
        #expect(try await data.read { try $0.taps(organization: nil, after: nil, limit: 9) }.isEmpty)
    }
}
