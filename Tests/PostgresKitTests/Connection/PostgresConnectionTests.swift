import DatabaseKit
import Foundation
import TestSupport
import Testing

@testable import PostgresKit

@Suite(.postgres)
struct PostgresConnectionTests {
    private static func open(_ change: (inout PostgresSettings) -> Void = { _ in }) async throws
        -> PostgresConnection
    {
        var settings = try await PostgresServer.shared().settings()
        change(&settings)
        return try settings.connect().0
    }

    private static func run<Value>(
        on connection: PostgresConnection, _ kind: PostgresTransactionKind = .serializable,
        _ work: (PostgresConnection) throws -> Value
    ) throws -> Value {
        try connection.transaction(kind, until: Deadline(after: .seconds(30)), work)
    }

    @Test("values keep their type and content")
    func values() async throws {
        let values: [StatementCell] = [
            .integer(.min), .integer(.max), .integer(-1), .integer(0), .text(""), .text("ä€😀'\"\\?"),
            .blob(Data()), .blob(Data([0, 255, 39])), .null,
        ]
        let connection = try await Self.open()
        let read = try Self.run(on: connection) { connection in
            try connection.run("CREATE TABLE v (n BIGINT, number BIGINT, text TEXT, blob BYTEA)")
            for (place, value) in values.enumerated() {
                let cells: [StatementCell] =
                    switch value {
                    case .integer: [value, .null, .null]
                    case .text: [.null, value, .null]
                    case .blob: [.null, .null, value]
                    case .null: [.null, .null, .null]
                    }
                try connection.run(
                    "INSERT INTO v VALUES (?, ?, ?, ?)", [.integer(Int64(place))] + cells)
            }
            let rows = try connection.rows("SELECT number, text, blob FROM v ORDER BY n")
            return (0..<rows.count).map { row in
                (0..<3).compactMap { rows.value(row: row, column: $0) }.first { $0 != .null } ?? .null
            }
        }
        #expect(read == values)
    }

    @Test("sums, Booleans and small integers are integers")
    func types() async throws {
        let connection = try await Self.open()
        let cells = try Self.run(on: connection) { connection in
            try connection.run("CREATE TABLE v (n BIGINT NOT NULL)")
            for number in [Int64.max, .max, -3, 5] {
                try connection.run("INSERT INTO v VALUES (?)", [.integer(number)])
            }
            try connection.run("DELETE FROM v WHERE n > ?", [.integer(1000)])
            let rows = try connection.rows(
                """
                SELECT SUM(n), COUNT(*), EXISTS (SELECT 1 FROM v), 7, MIN(n), CAST(NULL AS TEXT) FROM v
                HAVING SUM(n) >= ? AND ? AND ?2
                """, [.integer(2), .integer(1)])
            return (0..<rows.columnNames.count).map { rows.value(row: 0, column: $0) }
        }
        #expect(cells == [.integer(2), .integer(2), .integer(1), .integer(7), .integer(-3), .null])
    }

    @Test("columns have names, and rows and columns outside the result have no value")
    func names() async throws {
        let connection = try await Self.open()
        let rows = try Self.run(on: connection) { try $0.rows("SELECT 1 AS one, 'a' AS \"Two\"") }
        #expect(rows.columnNames == ["one", "Two"])
        #expect(rows.count == 1)
        #expect(rows.value(row: 1, column: 0) == nil)
        #expect(rows.value(row: 0, column: 2) == nil)
        #expect(rows.value(row: -1, column: -1) == nil)
    }

    @Test(
        "refuses values that do not match, and texts with NUL",
        arguments: [
            ("SELECT CAST(? AS TEXT)", [.text("a\u{0}b")], .nulInText),
            ("SELECT CAST(? AS TEXT)", [.integer(1)], .internal),
            ("SELECT CAST(? AS BIGINT)", [.text("1")], .internal),
            ("SELECT CAST(? AS INTEGER)", [.integer(1 << 40)], .internal),
            ("SELECT 1", [.integer(1)], .internal), ("SELECT CAST(? AS TEXT)", [], .internal),
            ("SELECT now()", [], .internal), ("SELECT CAST(? AS BIGINT), ?70000", [.null], .internal),
            ("SELECT FROM WHERE", [], .internal), ("SELECT 1; SELECT 2", [], .internal),
        ] as [(String, [StatementCell], PostgresError.Code)])
    func refuses(sql: String, values: [StatementCell], code: PostgresError.Code) async throws {
        let connection = try await Self.open()
        let error = try #require(throws: PostgresError.self) {
            try Self.run(on: connection) { _ = try $0.rows(sql, values) }
        }
        #expect(error.code == code)
        // The connection is still usable.
        #expect(try Self.run(on: connection) { try $0.rows("SELECT 1").count } == 1)
    }

    @Test("a transaction that needs no rows is one round trip, unless it has very many statements")
    func pipeline() async throws {
        let connection = try await Self.open()
        try connection.script("CREATE TABLE v (n BIGINT)")
        func insert(_ count: Int) throws -> Int {
            let before = connection.roundTrips
            try Self.run(on: connection) { connection in
                for number in 0..<count {
                    try connection.run("INSERT INTO v VALUES (?)", [.integer(Int64(number))])
                }
            }
            return connection.roundTrips - before
        }
        // The first transaction also prepares the statement.
        #expect(try insert(1) == 2)
        #expect(try insert(1) == 1)
        #expect(try insert(40) == 1)
        #expect(try insert(150) == 2)
        #expect(try Self.run(on: connection, .reading) { try $0.rows("SELECT n FROM v").count } == 192)
    }

    @Test("a script may be empty, and its first error is thrown")
    func script() async throws {
        let connection = try await Self.open()
        for text in ["", ";", "-- nothing", "CREATE TABLE v (n BIGINT);; INSERT INTO v VALUES (1);"] {
            try connection.script(text)
        }
        let error = try #require(throws: PostgresError.self) {
            try connection.script("INSERT INTO v VALUES (2); INSERT INTO w VALUES (1); SELECT FROM x")
        }
        #expect(error.sqlState == "42P01" && error.reason.contains("\"w\""))
        // A script without BEGIN is one transaction.
        #expect(try Self.run(on: connection, .reading) { try $0.rows("SELECT n FROM v").count } == 1)
        #expect(try Self.run(on: connection, .reading) { try $0.rows("").count } == 0)
    }

    @Test("sends and receives more than the buffers of a socket hold")
    func large() async throws {
        let connection = try await Self.open()
        let text = String(repeating: "x", count: 4000)
        let bytes = try Self.run(on: connection) { connection in
            try connection.run("CREATE TABLE v (n BIGINT, text TEXT)")
            for number in 0..<3000 {
                // Both directions are busy: each statement also returns its row.
                try connection.run(
                    "INSERT INTO v VALUES (?, ?) RETURNING text", [.integer(Int64(number)), .text(text)])
            }
            let rows = try connection.rows("SELECT text FROM v")
            return (0..<rows.count).reduce(0) { sum, row in
                guard case .text(let text)? = rows.value(row: row, column: 0) else { return sum }
                return sum + text.utf8.count
            }
        }
        #expect(bytes == 3000 * 4000)
    }

    @Test("drops the prepared statements that were not used for the longest time")
    func preparedStatements() async throws {
        let connection = try await Self.open()
        for number in 0...PostgresConnection.mostStatements {
            let rows = try Self.run(on: connection, .reading) { connection in
                _ = try connection.rows("SELECT 'always'")
                return try connection.rows("SELECT \(number)")
            }
            #expect(rows.value(row: 0, column: 0) == .integer(Int64(number)))
        }
        #expect(connection.statementCount == PostgresConnection.mostStatements)
        let left = try Self.run(on: connection, .reading) {
            try $0.rows(
                """
                SELECT COUNT(*), COUNT(*) FILTER (WHERE statement = 'SELECT ''always''')
                FROM pg_prepared_statements
                """
            )
        }
        #expect(left.value(row: 0, column: 0) == .integer(Int64(PostgresConnection.mostStatements)))
        #expect(left.value(row: 0, column: 1) == .integer(1))
    }

    @Test("a statement that takes too long is ended, and the connection is still usable")
    func statementTimeout() async throws {
        let connection = try await Self.open { $0.statementTimeout = .milliseconds(100) }
        let error = try #require(throws: PostgresError.self) {
            try Self.run(on: connection) { _ = try $0.rows("SELECT pg_sleep(20)") }
        }
        #expect(error.code == .timeout)
        #expect(error.sqlState == "57014")
        #expect(!connection.isBroken)
        #expect(try Self.run(on: connection) { try $0.rows("SELECT 1").count } == 1)
    }

    @Test("a transaction ends at its deadline, even if the server has its own")
    func transactionDeadline() async throws {
        let connection = try await Self.open()
        let error = try #require(throws: PostgresError.self) {
            try connection.transaction(.serializable, until: Deadline(after: .milliseconds(100))) {
                _ = try $0.rows("SELECT pg_sleep(20)")
            }
        }
        #expect(error.code == .timeout)
        #expect(connection.isBroken)
    }

    @Test("each kind of transaction has its isolation")
    func isolation() async throws {
        let connection = try await Self.open()
        func level(_ kind: PostgresTransactionKind) throws -> [StatementCell?] {
            try Self.run(on: connection, kind) { connection in
                try ["isolation", "read_only"].map {
                    try connection.rows("SELECT current_setting('transaction_\($0)')").value(
                        row: 0, column: 0)
                }
            }
        }
        #expect(try level(.serializable) == [.text("serializable"), .text("off")])
        #expect(try level(.counted) == [.text("repeatable read"), .text("off")])
        #expect(try level(.reading) == [.text("repeatable read"), .text("on")])
    }
}
