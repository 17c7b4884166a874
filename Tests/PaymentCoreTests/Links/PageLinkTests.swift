import DatabaseKit
import Foundation
import MoneyTestSupport
import PaymentCore
import TestSupport
import Testing
import TimeKit

/// Links to pages and their withdrawal.
@Suite struct PageLinkTests {
    private static let now = Timestamp(seconds: 1_767_517_200)

    @Test("a withdrawn link stays closed, and links to other pages stay open")
    func withdrawal() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        try await bench.file.write { transaction in
            try transaction.save(PageLink(hash: "a", to: .payee, "drv_1"))
            try transaction.save(PageLink(hash: "b", to: .payee, "drv_2"))
            try transaction.save(PageLink(hash: "c", to: .subscriber, "drv_1"))
            #expect(try transaction.withdrawnPageLinks(to: .payee, "drv_1") == 0)
            try transaction.withdrawPageLinks(to: .payee, "drv_1", at: Self.now)
            // A second withdrawal has no effect, and saving the link again does not restore it.
            try transaction.withdrawPageLinks(to: .payee, "drv_1", at: Self.now)
            try transaction.save(PageLink(hash: "a", to: .payee, "drv_1"))
            #expect(try transaction.withdrawnPageLinks(to: .payee, "drv_1") == 1)
            try transaction.save(PageLink(hash: "d", to: .payee, "drv_1"))
            try transaction.withdrawPageLinks(to: .payee, "drv_1", at: Self.now)
            #expect(try transaction.withdrawnPageLinks(to: .payee, "drv_1") == 2)
        }
        let open = try await bench.file.read { transaction in
            try ["a", "b", "c", "d"].map { try transaction.pageLink(hash: $0) != nil }
        }
        #expect(open == [false, true, true, false])
    }

    @Test("links from an earlier version's folder stay open and can be withdrawn", .sqlite)
    func upgrade() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "links-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        let last = try #require(PaymentMigrations.all.firstIndex { $0.name == "payments.8" })
        let old = try DatabaseFile.open(at: path, migrations: Array(PaymentMigrations.all[...last]))
        try await old.write { transaction in
            try transaction.run(
                "INSERT INTO page_link (hash, kind, subject) VALUES ('a', 'payee', 'drv_1')", [])
        }
        try old.close()
        let file = try DatabaseFile.open(at: path, migrations: PaymentMigrations.all)
        defer { try? file.close() }
        #expect(try await file.read { try $0.pageLink(hash: "a")?.subject } == "drv_1")
        try await file.write { try $0.withdrawPageLinks(to: .payee, "drv_1", at: Self.now) }
        #expect(try await file.read { try $0.pageLink(hash: "a") } == nil)
    }
}
