import DatabaseKit
import Foundation
import Giving
import PaymentCore
import TestSupport
import Testing
import TimeKit

/// Files written before schedules had a stated day.
@Suite struct ScheduleMarkTests {
    @Test("M-1: only the ongoing schedules in an older file are checked first", .sqlite)
    func marked() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "marks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        let before = GivingMigrations.all.filter { $0.name != "payments.9" }
        let older = try DatabaseFile.open(at: path, migrations: before)
        try await older.write { transaction in
            for (id, subscription, due) in [
                ("sch_1", "sub_1", Int64(1_800_000_000)), ("sch_2", "sub_2", nil),
                ("sch_3", nil, 1_800_000_000),
            ] as [(String, String?, Int64?)] {
                try transaction.run(
                    "INSERT INTO schedule (id, state, subscription, due, body) VALUES (?, 'active', ?, ?, ?)",
                    [id, subscription, due, Data(Self.body(id).utf8)])
            }
        }
        try older.close()
        let file = try DatabaseFile.open(at: path, migrations: GivingMigrations.all)
        defer { try? file.close() }
        let due = try await file.read { try $0.dueSchedules(before: Timestamp(seconds: 1), limit: 9) }
        #expect(due.map(\.id) == ["sch_1"])
        #expect(due.first?.day == nil)
        #expect(due.first?.paidMonth == nil)
    }

    /// Returns the schedule in its earlier format.
    private static func body(_ id: String) -> String {
        #"""
        {"anchor":0,"created":0,"feeStep":500,"id":"\#(id)","isCharging":false,"kind":"gift","method":"pm_1","payee":"acct_1","quote":{"applicationFee":{"amount_minor":500,"currency":"usd"},"lines":[{"amount":{"amount_minor":10000,"currency":"usd"},"role":"base"}],"total":{"amount_minor":10000,"currency":"usd"}},"state":"active","statementDescriptor":"CHURCH","subject":"rec_1"}
        """#
    }
}
