import DatabaseKit
import Foundation
import TestSupport
import Testing
import TimeKit

@testable import Giving

/// Migration of a file in which each tap was a document.
@Suite struct TapMigrationTests {
    @Test("earlier taps are read as they were, and those that led to a gift are kept", .sqlite)
    func migrated() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "taps-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        let tap = { (id: String) in
            Tap(
                id: id, url: "https://appclip.tap.giving/Grace?f=12&x=\(String(repeating: "a", count: 300))",
                canonical: "https://appclip.tap.giving/Grace?f=12", organization: "Grace", fund: "12",
                uid: "04E141124C2880", counter: 7, evidence: "mirror", isFresh: true, source: .tag,
                created: Timestamp(seconds: 1_700_000_000))
        }
        let (led, alone) = (tap("tap_1jjjjj00000000000000"), tap("tap_1jjjjj00000000000001"))

        let before = try DatabaseFile.open(
            at: path, migrations: GivingMigrations.all.filter { !["gifts.6", "gifts.7"].contains($0.name) })
        try await before.write { transaction in
            for tap in [led, alone] {
                try transaction.run(
                    "INSERT INTO tap (id, organization, uid, counter, body) VALUES (?, ?, ?, ?, ?)",
                    [tap.id, tap.organization, tap.uid, tap.counter, try JSONEncoder().encode(tap)])
            }
            for (id, body) in [("gift_1", "{\"tap\":\"\(led.id)\"}"), ("gift_2", "{}")] {
                try transaction.run(
                    """
                    INSERT INTO gift (id, organization, fund, status, body)
                    VALUES (?, 'Grace', '12', 'paid', CAST(? AS BLOB))
                    """, [id, body])
            }
        }
        try before.close()

        let file = try DatabaseFile.open(at: path, migrations: GivingMigrations.all)
        let old = try await file.write { transaction in
            #expect(try transaction.tap(led.id) == led)
            #expect(try transaction.taps(organization: "Grace", after: nil, limit: 9) == [alone, led])
            let old = try transaction.oldTaps(before: .latest, after: nil, limit: 9)
            try transaction.removeTaps([led.id, alone.id])
            #expect(try transaction.taps(organization: nil, after: nil, limit: 9) == [led])
            return old
        }
        #expect(old.ids == [alone.id] && old.last == nil)
        try file.close()
    }
}
