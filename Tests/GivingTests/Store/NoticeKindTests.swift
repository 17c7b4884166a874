import DatabaseKit
import Foundation
import Giving
import PaymentCore
import TestSupport
import Testing
import TimeKit

/// Migration of files from before notices had a kind.
@Suite struct NoticeKindTests {
    @Test("finds waiting notices of an older file by kind, and no sent ones", .sqlite)
    func upgraded() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kinds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        // The migrations that add kinds, also to notices of the first versions.
        let before = GivingMigrations.all.filter { !["payments.8", "gifts.5"].contains($0.name) }
        let older = try DatabaseFile.open(at: path, migrations: before)
        try await older.write { transaction in
            for (id, kind, isTold) in [
                ("note_1", "receipt", false), ("note_2", "payment", false), ("note_3", "receipt", true),
            ] {
                var notice = OutboxNotice(
                    id: id, kind: kind, to: .payer, about: "gift_1", title: "Title", body: "Ü",
                    time: Timestamp(seconds: 0))
                notice.toldAt = isTold ? Timestamp(seconds: 1) : nil
                try transaction.run(
                    "INSERT INTO outbox (id, waiting, body) VALUES (?, ?, ?)",
                    [id, !isTold, try transaction.document(notice)])
            }
        }
        try older.close()
        let file = try DatabaseFile.open(at: path, migrations: GivingMigrations.all)
        defer { try? file.close() }
        let found = try await file.read { try $0.waitingNotices(kind: "receipt", after: "", limit: 9) }
        #expect(found.map(\.id) == ["note_1"] && found.first?.body == "Ü")
    }
}
