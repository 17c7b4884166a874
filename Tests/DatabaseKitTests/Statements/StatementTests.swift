import DatabaseKit
import Foundation
import GRDB
import Testing

/// Statements with bound values, and reading of rows.
@Suite struct StatementTests {
    let scratch = Scratch()

    /// Returns SQLite's type of a bound value, and the value read back.
    private func kept<Value: StatementValue & Equatable & Sendable>(_ value: Value?) async throws -> (
        type: String, value: Value?
    ) {
        let file = try scratch.open()
        return try await file.read { unit in
            try #require(try unit.one("SELECT typeof(?1), ?1", [value]) { (type: $0[0], value: $0[1]) })
        }
    }

    @Test("integers survive a round trip", arguments: [Int64.min, -1, 0, 1, .max])
    func numbers(number: Int64) async throws {
        #expect(try await kept(number) == ("integer", number))
        #expect(try await kept(Int(number)) == ("integer", Int(number)))
    }

    @Test(
        "text survives a round trip byte for byte",
        arguments: ["", "a", "ä 😀 \u{202E}", "a\0b", "'; DROP TABLE number"])
    func text(text: String) async throws {
        #expect(try await kept(text) == ("text", text))
    }

    @Test(
        "bytes survive a round trip, even none",
        arguments: [[], [0], [0, 255, 7], [UInt8](repeating: 9, count: 9_000)])
    func bytes(bytes: [UInt8]) async throws {
        #expect(try await kept(Data(bytes)) == ("blob", Data(bytes)))
        // A slice does not begin at index 0.
        #expect(try await kept(Data([1, 2] + bytes)[2...]) == ("blob", Data(bytes)))
    }

    @Test("booleans, small integers and null survive a round trip")
    func others() async throws {
        #expect(try await kept(true) == ("integer", true))
        #expect(try await kept(false) == ("integer", false))
        #expect(try await kept(UInt32.max) == ("integer", UInt32.max))
        #expect(try await kept(String?.none) == ("null", nil))
    }

    /// Reads the first column of the first row.
    private func read<Value: StatementValue>(_ sql: String, _ type: Value.Type) async throws -> Value? {
        try await scratch.open().read { try $0.value(sql) }
    }

    @Test("reads null, another type or a number out of range as nil")
    func misfits() async throws {
        #expect(try await read("SELECT NULL", Int.self) == nil)
        #expect(try await read("SELECT 'x'", Int64.self) == nil)
        #expect(try await read("SELECT 1", String.self) == nil)
        #expect(try await read("SELECT 'x'", Data.self) == nil)
        #expect(try await read("SELECT -1", UInt32.self) == nil)
        #expect(try await read("SELECT 1 WHERE FALSE", Int.self) == nil)
        #expect(try await read("SELECT 7", UInt32.self) == 7)
    }

    @Test("reads rows in order, and columns by name")
    func rows() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(upTo: 5) }
        let idle = try await file.read { unit in
            try unit.all("SELECT value FROM number WHERE value > ?", [2]) { $0[0] as Int }
        }
        #expect(idle == [3, 4, 5])
        let named = try await file.read { unit in
            try unit.first("SELECT value AS name FROM number WHERE value = ?", [4]).map { $0["name"] as Int }
        }
        #expect(named == 4)
    }

    @Test("a statement left on a row is reset for the next use")
    func again() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(upTo: 5) }
        let found = try await file.read { unit in
            try [5, 6, 1].map { try unit.isAny("SELECT 1 FROM number WHERE value <= 5 AND value >= ?", [$0]) }
        }
        #expect(found == [true, false, true])
    }

    @Test("refuses a wrong number of values, and invalid SQL")
    func refused() async throws {
        let file = try scratch.open()
        for (sql, values) in [
            ("SELECT ?", [] as StatementValues), ("SELECT 1", [1]), ("SELECT ?", [1, 2]), ("SELEKT", []),
        ] {
            let found = try await code { try await file.write { try $0.run(sql, values) } }
            #expect(found == .internal, "\(sql)")
        }
    }

    @Test("a constraint error keeps SQLite's message, and the statement works again")
    func constraint() async throws {
        let file = try scratch.open()
        let insert = "INSERT INTO number VALUES (?)"
        try await file.write { try $0.run(insert, [1]) }
        for bad in [1, -1] {
            let error = await #expect(throws: DatabaseKit.DatabaseFileError.self) {
                try await file.write { try $0.run(insert, [bad]) }
            }
            #expect(error?.code == .constraint && error?.reason.contains("constraint failed") == true)
        }
        try await file.write { try $0.run(insert, [2]) }
        #expect(try await file.read { try $0.numbers() } == [1, 2])
    }

    @Test("a canceled read ends")
    func canceled() async throws {
        let file = try scratch.open()
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await file.read { transaction in
                // Called by the statement itself, because SQLite ignores an interruption before a statement runs.
                let tell = DatabaseFunction("tell", argumentCount: 1) { values in
                    hasBegun.yield()
                    return values[0]
                }
                transaction.database.add(function: tell)
                defer { transaction.database.remove(function: tell) }
                return try transaction.value(
                    """
                    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
                    SELECT x FROM n WHERE x < 0 OR (x = 1 AND tell(x) < 0)
                    """) as Int?
            }
        }
        for await _ in begun { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
