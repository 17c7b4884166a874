import DatabaseKit
import TagRegistry
import TestSupport
import Testing

/// Rows of earlier versions, which stored the names of batches and seats in their own spelling.
@Suite struct EarlierBatchTests {
    @Test("a batch and its rows from an earlier version are changed, not stored twice", .sqlite)
    func batches() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        try await file.write { transaction in
            let name: String? = try transaction.value("SELECT name FROM batch")
            #expect(name == "main")
            try transaction.run("UPDATE batch SET name = 'Main', short_name = 'Main'")
            try transaction.run(
                "UPDATE batch_row SET batch = 'Main', seat = upper(seat), organization = 'Grace'")
        }
        try await file.write { transaction in
            let batch = try #require(try transaction.batch("MAIN"))
            try transaction.save(batch)
            #expect(try transaction.batches(after: nil, limit: 9) == [batch])
            #expect(try transaction.batch("main", of: "GRACE") == batch)
            #expect(try transaction.batches(of: "grace", after: nil, limit: 9) == [batch])
            let row = try #require(try transaction.rows(seat: "a2", of: "main", limit: 9).first)
            #expect(row == BatchRow.sample(2))
            try transaction.save(row)
            #expect(try transaction.rows(of: "main", state: nil, after: nil, limit: 9).count == 2)
            #expect(try transaction.rows(of: "MAIN", organization: "grace", after: 0, limit: 9).count == 2)
        }
    }
}
