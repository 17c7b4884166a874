import DatabaseKit
import FailureKit
import Foundation
import TestSupport
import Testing

@testable import PostgresKit

/// The transactions that stores receive.
@Suite(.postgres)
struct PostgresDatabaseTests {
    private static func open() async throws -> PostgresDatabase {
        let migration = PostgresMigration(
            "test.1",
            "CREATE TABLE v (key TEXT PRIMARY KEY, number BIGINT, is_set BIGINT NOT NULL, body BYTEA)")
        return try await PostgresDatabase.open(
            try await PostgresServer.shared().settings(), migrations: [migration], random: { 0.5 })
    }

    @Test("runs the statements of stores, with rows by index and by name")
    func statements() async throws {
        let database = try await Self.open()
        let slot = try await database.write { transaction in
            try transaction.run(
                "INSERT INTO v VALUES (?, ?, ?, ?)", ["a", 7, true, Data([1, 2])])
            try transaction.run(
                "INSERT INTO v VALUES (?, ?, ?, ?)", ["b", nil as Int64?, false, nil as Data?])
            return transaction.slot
        }
        #expect((0..<32).contains(slot))
        let (numbers, row, isAny) = try await database.read { transaction in
            let numbers = try transaction.all("SELECT key, number FROM v ORDER BY key") { row in
                [row[0] as String, (row["number"] as Int64?).map(String.init) ?? "null"]
            }
            let row = try transaction.first("SELECT is_set, body FROM v WHERE key = ?", ["a"])
            let values = (row?["is_set"] as Bool?, row?[1] as Data?)
            return (
                numbers, values,
                try transaction.isAny("SELECT 1 FROM v WHERE number = ?1 AND number = ?1", [8])
            )
        }
        #expect(numbers == [["a", "7"], ["b", "null"]])
        #expect(row.0 == true && row.1 == Data([1, 2]))
        #expect(!isAny)
        let changed: Int? = try await database.writeCounted {
            try $0.value("UPDATE v SET number = 9 WHERE key = ? RETURNING number", ["b"])
        }
        #expect(changed == 9)
        await database.close()
    }

    @Test("counts the rows that a statement inserts, updates and deletes")
    func changedRows() async throws {
        let database = try await Self.open()
        let counts = try await database.write { transaction in
            let insert = """
                INSERT INTO v VALUES (?, 1, 0, NULL), (?, 2, 0, NULL), (?, 2, 0, NULL)
                ON CONFLICT (key) DO NOTHING
                """
            return try [
                transaction.changedRows(insert, ["a", "b", "c"]),
                transaction.changedRows(insert, ["c", "d", "a"]),
                transaction.changedRows("UPDATE v SET number = number + 10 WHERE number = ?", [2]),
                transaction.changedRows("DELETE FROM v WHERE number > ?", [90]),
                transaction.changedRows("DELETE FROM v"),
            ]
        }
        #expect(counts == [3, 1, 3, 0, 4])
        await database.close()
    }

    @Test("returns the number of an inserted row, and nil if no row was inserted")
    func inserted() async throws {
        let database = try await Self.open()
        let numbers = try await database.write { transaction in
            let insert = """
                INSERT INTO v (key, number, is_set) SELECT ?1, ?2, 0 WHERE NOT EXISTS (SELECT 1 FROM v WHERE key = ?1)
                """
            return try [
                transaction.inserted(insert, ["a", 7], number: "number"),
                transaction.inserted(insert, ["a", 8], number: "number"),
            ]
        }
        #expect(numbers == [7, nil])
        await database.close()
    }

    @Test("errors have the type of the SQLite file's")
    func errors() async throws {
        let database = try await Self.open()
        let duplicate = await #expect(throws: DatabaseFileError.self) {
            try await database.write { transaction in
                for _ in 0..<2 { try transaction.run("INSERT INTO v VALUES ('a', 1, 0, NULL)") }
            }
        }
        #expect(duplicate?.code == .constraint)
        let nul = await #expect(throws: DatabaseFileError.self) {
            try await database.write { try $0.run("INSERT INTO v VALUES (?, 1, 0, NULL)", ["a\u{0}"]) }
        }
        #expect(nul?.code == .constraint)
        #expect(nul?.summary == "a string contains the character NUL")
        await #expect(throws: CancellationError.self) {
            try await database.write { _ in throw CancellationError() }
        }
        await database.close()
        let closed = await #expect(throws: DatabaseFileError.self) { try await database.read { _ in } }
        #expect(closed?.code == .closed)
    }

    @Test(
        "every code has a code of the SQLite file's error, and a category",
        arguments: PostgresError.Code.allCases)
    func codes(code: PostgresError.Code) {
        let error = PostgresError(code, at: "a/church", "it failed")
        let translated = DatabaseFileError(error)
        #expect(error.failureCode == code.rawValue)
        #expect(translated.file == "church")
        #expect(translated.summary == error.summary)
        // Whether a later attempt may succeed is the same for both.
        if error.category == .tryAgain { #expect(translated.category == .tryAgain) }
    }
}
