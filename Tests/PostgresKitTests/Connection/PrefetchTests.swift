import DatabaseKit
import TestSupport
import Testing

@testable import PostgresKit

@Suite(.postgres)
struct PrefetchTests {
    private static let one = "SELECT number FROM prefetch_one WHERE id = ?"
    private static let two = "SELECT number FROM prefetch_two WHERE id = ?"

    /// Opens a connection with two temporary tables, each with the rows (1, 10) and (2, 20). The statements are already
    /// prepared, so that only their execution takes round trips.
    private static func open() async throws -> PostgresConnection {
        let connection = try await PostgresServer.shared().settings().connect().0
        try run(on: connection) { connection in
            for table in ["prefetch_one", "prefetch_two"] {
                try connection.run("CREATE TEMPORARY TABLE \(table) (id BIGINT PRIMARY KEY, number BIGINT)")
                try connection.run("INSERT INTO \(table) VALUES (1, 10), (2, 20)")
                _ = try connection.rows("SELECT number FROM \(table) WHERE id = ?", [.integer(1)])
                _ = try connection.rows("UPDATE \(table) SET number = number + 1 WHERE id = ?", [.integer(3)])
                _ = try connection.rows("DELETE FROM \(table) WHERE id = ?", [.integer(3)])
                _ = try connection.rows("INSERT INTO \(table) VALUES (?, 30) RETURNING number", [.integer(4)])
            }
        }
        return connection
    }

    private static func run<Value>(
        on connection: PostgresConnection, _ work: (PostgresConnection) throws -> Value
    ) throws -> Value {
        try connection.transaction(.counted, until: Deadline(after: .seconds(30)), work)
    }

    private static func number(
        _ sql: String, _ id: Int64, on connection: PostgresConnection
    ) throws -> StatementCell? {
        try connection.rows(sql, [.integer(id)]).value(row: 0, column: 0)
    }

    @Test("four prefetched statements take one round trip")
    func together() async throws {
        let connection = try await Self.open()
        let trips = try Self.run(on: connection) { connection in
            let before = connection.roundTrips
            for (sql, id) in [(Self.one, 1), (Self.one, 2), (Self.two, 1), (Self.two, 2)] {
                try connection.prefetch(sql, [.integer(Int64(id))])
            }
            #expect(try Self.number(Self.two, 2, on: connection) == .integer(20))
            #expect(try Self.number(Self.one, 1, on: connection) == .integer(10))
            #expect(try Self.number(Self.one, 2, on: connection) == .integer(20))
            #expect(try Self.number(Self.two, 1, on: connection) == .integer(10))
            return connection.roundTrips - before
        }
        #expect(trips == 1)
    }

    @Test("the rows of prefetched statements arrive with those of the next statement")
    func beside() async throws {
        let connection = try await Self.open()
        let trips = try Self.run(on: connection) { connection in
            let before = connection.roundTrips
            try connection.prefetch(Self.one, [.integer(1)])
            try connection.run("UPDATE prefetch_two SET number = number + 1 WHERE id = ?", [.integer(1)])
            try connection.prefetch(Self.two, [.integer(1)])
            #expect(try Self.number(Self.two, 2, on: connection) == .integer(20))
            #expect(try Self.number(Self.two, 1, on: connection) == .integer(11))
            #expect(try Self.number(Self.one, 1, on: connection) == .integer(10))
            return connection.roundTrips - before
        }
        #expect(trips == 1)
    }

    @Test(
        "after the transaction has changed the table, prefetched rows are read again",
        arguments: [
            ("UPDATE prefetch_one SET number = number + 1 WHERE id = ?", StatementCell.integer(11)),
            ("DELETE FROM prefetch_one WHERE id = ?", nil),
        ], [false, true])
    func changed(_ change: (sql: String, expected: StatementCell?), hasArrived: Bool) async throws {
        let connection = try await Self.open()
        let found = try Self.run(on: connection) { connection in
            try connection.prefetch(Self.one, [.integer(1)])
            if hasArrived { _ = try Self.number(Self.two, 1, on: connection) }
            try connection.run(change.sql, [.integer(1)])
            return try Self.number(Self.one, 1, on: connection)
        }
        #expect(found == change.expected)
    }

    @Test("prefetched rows are read again after a statement whose table is unknown")
    func unknownTable() async throws {
        let connection = try await Self.open()
        let found = try Self.run(on: connection) { connection in
            try connection.prefetch(Self.one, [.integer(1)])
            _ = try connection.rows(
                """
                WITH changed AS (UPDATE prefetch_one SET number = 99 WHERE id = ? RETURNING number)
                SELECT number FROM changed
                """, [.integer(1)])
            return try Self.number(Self.one, 1, on: connection)
        }
        #expect(found == .integer(99))
    }

    @Test("prefetched rows are not used for a statement with other values")
    func otherValues() async throws {
        let connection = try await Self.open()
        let found = try Self.run(on: connection) { connection in
            try connection.prefetch(Self.one, [.integer(1)])
            return try Self.number(Self.one, 2, on: connection)
        }
        #expect(found == .integer(20))
    }

    @Test("prefetched rows are not used by the next transaction")
    func nextTransaction() async throws {
        let connection = try await Self.open()
        try Self.run(on: connection) { connection in
            try connection.prefetch(Self.one, [.integer(1)])
            _ = try Self.number(Self.one, 1, on: connection)
            try connection.prefetch(Self.two, [.integer(1)])
        }
        let trips = try Self.run(on: connection) { connection in
            let before = connection.roundTrips
            _ = try Self.number(Self.one, 1, on: connection)
            _ = try Self.number(Self.two, 1, on: connection)
            return connection.roundTrips - before
        }
        #expect(trips == 2)
    }

    @Test("a statement that changes rows is not prefetched")
    func changing() async throws {
        let connection = try await Self.open()
        let sql = "INSERT INTO prefetch_one VALUES (?, 30) RETURNING number"
        let count = try Self.run(on: connection) { connection in
            try connection.prefetch(sql, [.integer(5)])
            return try connection.rows("SELECT COUNT(*) FROM prefetch_one").value(row: 0, column: 0)
        }
        #expect(count == .integer(3))
    }

    @Test("an error of a prefetched statement ends the transaction, and the connection remains usable")
    func failing() async throws {
        let connection = try await Self.open()
        let error = #expect(throws: PostgresError.self) {
            try Self.run(on: connection) { connection in
                try connection.prefetch("SELECT 1 / ?", [.integer(0)])
                try connection.prefetch(Self.one, [.integer(1)])
                return try Self.number(Self.one, 1, on: connection)
            }
        }
        #expect(error?.sqlState == "22012")
        #expect(try Self.run(on: connection) { try Self.number(Self.one, 1, on: $0) } == .integer(10))
    }
}
