import DatabaseKit
import Foundation
import ProcessorSimulator
import Testing

/// Files from before each object belonged to exactly one account.
@Suite struct AccountMigrationTests {
    @Test("payments received by transfers move to their accounts, and everything else stays on the platform")
    func earlierFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "earlier-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "processor.sqlite").path
        let earlier = Array(SimulatedProcessor.migrations.prefix { $0.name != "processor.accounts" })
        let old = try DatabaseFile.open(at: path, migrations: earlier)
        let transfer = #"{"destination":"acct_1"}"#
        let rows = [
            ("cus_1", "customer", "", "{}"), ("ch_1", "charge", "pi_1", "{}"),
            ("re_1", "refund", "ch_1", "{}"), ("tr_1", "transfer", "ch_1", transfer),
            ("py_1", "charge", "tr_1", "{}"),
            ("pyr_1", "refund", "py_1", "{}"),
        ]
        try await old.write { database in
            for (number, row) in rows.enumerated() {
                try database.run(
                    """
                    INSERT INTO noun (number, id, kind, owner, parent, created, json)
                    VALUES (?, ?, ?, '', nullif(?, ''), 0, ?)
                    """, [Int64(number + 1), row.0, row.1, row.2, Data(row.3.utf8)])
            }
        }
        try old.close()
        let new = try DatabaseFile.open(at: path, migrations: SimulatedProcessor.migrations)
        defer { try? new.close() }
        let owners = try await new.read { database in
            try database.all("SELECT id, owner FROM noun ORDER BY number", []) { row in
                "\(row[0] as String) \(row[1] as String)"
            }
        }
        #expect(owners == ["cus_1 ", "ch_1 ", "re_1 ", "tr_1 ", "py_1 acct_1", "pyr_1 acct_1"])
    }
}
