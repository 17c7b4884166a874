import DatabaseKit
import Foundation
import TestSupport
import Testing

@testable import PostgresKit

@Suite(.postgres)
struct TransactionTests {
    /// Settings with a table `v` that has the row 1, 0.
    private static func settings() async throws -> PostgresSettings {
        let settings = try await PostgresServer.shared().settings()
        let connection = try settings.connect().0
        try connection.script(
            "CREATE TABLE v (key BIGINT PRIMARY KEY, value BIGINT NOT NULL); INSERT INTO v VALUES (1, 0)")
        return settings
    }

    private static func slot(_ settings: PostgresSettings) -> ConnectionSlot {
        ConnectionSlot(settings, hosts: HostMemory())
    }

    private static func run<Value>(
        _ kind: PostgresTransactionKind = .serializable, on slot: ConnectionSlot,
        _ work: (PostgresConnection) throws -> Value
    ) throws -> Value {
        try slot.transaction(kind, random: { 0 }, isCancelled: { false }, work)
    }

    private static func value(_ key: Int64, on connection: PostgresConnection) throws -> Int64? {
        let rows = try connection.rows("SELECT value FROM v WHERE key = ?", [.integer(key)])
        guard case .integer(let value)? = rows.value(row: 0, column: 0) else { return nil }
        return value
    }

    @Test(
        "runs again after another transaction has changed the same row",
        arguments: [.serializable, .counted] as [PostgresTransactionKind])
    func conflict(kind: PostgresTransactionKind) async throws {
        let settings = try await Self.settings()
        let (first, second) = (Self.slot(settings), Self.slot(settings))
        var attempts = 0
        try Self.run(kind, on: first) { connection in
            attempts += 1
            let old = try #require(try Self.value(1, on: connection))
            if attempts <= 3 {
                try Self.run(on: second) { try $0.run("UPDATE v SET value = value + 10") }
            }
            try connection.run("UPDATE v SET value = ? WHERE key = 1", [.integer(old + 1)])
        }
        #expect(attempts == 4)
        #expect(try Self.run(.reading, on: second) { try Self.value(1, on: $0) } == 31)
    }

    @Test("of many transactions that change the same row, each succeeds")
    func turns() async throws {
        var settings = try await Self.settings()
        settings.connectionLimit = 12
        let database = try await PostgresDatabase.open(settings)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<120 {
                group.addTask {
                    try await database.transaction(.serializable) { connection in
                        let old = try #require(try Self.value(1, on: connection))
                        _ = try connection.rows("SELECT pg_sleep(0.002)")
                        try connection.run("UPDATE v SET value = ? WHERE key = 1", [.integer(old + 1)])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.transaction(.reading) { try Self.value(1, on: $0) } == 120)
        await database.close()
    }

    @Test("runs again even if the work replaces or ignores the server's error")
    func replacedError() async throws {
        let settings = try await Self.settings()
        let (first, second) = (Self.slot(settings), Self.slot(settings))
        var attempts = 0
        try Self.run(on: first) { connection in
            attempts += 1
            let old = try #require(try Self.value(1, on: connection))
            if attempts <= 2 { try Self.run(on: second) { try $0.run("UPDATE v SET value = value + 10") } }
            do {
                _ = try connection.rows("UPDATE v SET value = ? RETURNING value", [.integer(old + 1)])
            } catch  where attempts == 1 {
                throw CocoaError(.fileNoSuchFile)
            } catch {}
        }
        #expect(attempts == 3)
        #expect(try Self.run(.reading, on: second) { try Self.value(1, on: $0) } == 21)
    }

    @Test("two transactions that each rely on what the other one changes do not both commit unseen")
    func writeSkew() async throws {
        let settings = try await Self.settings()
        let (first, second) = (Self.slot(settings), Self.slot(settings))
        var attempts = 0
        let count = try Self.run(on: first) { connection in
            attempts += 1
            let count = try connection.rows("SELECT key FROM v").count
            if attempts == 1 {
                try Self.run(on: second) { connection in
                    let count = try connection.rows("SELECT key FROM v").count
                    try connection.run("INSERT INTO v VALUES (2, ?)", [.integer(Int64(count))])
                }
            }
            try connection.run("INSERT INTO v VALUES (3, ?)", [.integer(Int64(count))])
            return count
        }
        #expect(attempts == 2)
        #expect(count == 2)
    }

    @Test(
        "finds the row of another transaction after its key existed already",
        arguments: [.serializable, .counted] as [PostgresTransactionKind])
    func duplicateKey(kind: PostgresTransactionKind) async throws {
        let settings = try await Self.settings()
        let (first, second) = (Self.slot(settings), Self.slot(settings))
        var attempts = 0
        let found = try Self.run(kind, on: first) { connection in
            attempts += 1
            if let found = try Self.value(7, on: connection) { return found }
            if attempts == 1 { try Self.run(on: second) { try $0.run("INSERT INTO v VALUES (7, 70)") } }
            try connection.run("INSERT INTO v VALUES (7, 71)")
            return 71
        }
        #expect(found == 70)
        #expect(attempts == 2)
    }

    @Test("gives up after 30 reruns")
    func givesUp() async throws {
        let settings = try await Self.settings()
        let (first, second) = (Self.slot(settings), Self.slot(settings))
        var attempts = 0
        let error = try #require(throws: PostgresError.self) {
            try Self.run(.counted, on: first) { connection in
                attempts += 1
                _ = try Self.value(1, on: connection)
                try Self.run(on: second) { try $0.run("UPDATE v SET value = value + 10") }
                try connection.run("UPDATE v SET value = 0")
            }
        }
        #expect(error.code == .conflict)
        #expect(attempts == 31)
    }

    @Test("the error of a queued statement is thrown by the commit, and nothing is committed")
    func queuedError() async throws {
        let slot = Self.slot(try await Self.settings())
        let error = try #require(throws: PostgresError.self) {
            try Self.run(on: slot) { connection in
                try connection.run("UPDATE v SET value = 5")
                try connection.run("INSERT INTO v VALUES (9, NULL)")
                try connection.run("UPDATE v SET value = 6")
            }
        }
        #expect(error.code == .constraint)
        #expect(error.sqlState == "23502")
        #expect(try Self.run(.reading, on: slot) { try Self.value(1, on: $0) } == 0)
    }

    @Test("an error of the work rolls back, and is thrown as it is")
    func ownError() async throws {
        let slot = Self.slot(try await Self.settings())
        #expect(throws: CancellationError.self) {
            try Self.run(on: slot) { connection in
                try connection.run("UPDATE v SET value = 5")
                throw CancellationError()
            }
        }
        #expect(try Self.run(.reading, on: slot) { try Self.value(1, on: $0) } == 0)
    }

    @Test("an error contains no value of a row")
    func noValues() async throws {
        let slot = Self.slot(try await Self.settings())
        let error = try #require(throws: PostgresError.self) {
            try Self.run(on: slot) { _ = try $0.rows("INSERT INTO v VALUES (1, 4711)") }
        }
        #expect(error.description.contains("v_pkey"))
        #expect(!error.description.contains("4711") && !error.description.contains("(1)"))
    }

    @Test("runs again after another program has changed a table, with statements prepared again")
    func staleStatement() async throws {
        let settings = try await Self.settings()
        let slot = Self.slot(settings)
        var attempts = 0
        func columns() throws -> [String] {
            try Self.run(.reading, on: slot) { connection in
                attempts += 1
                return try connection.rows("SELECT * FROM v").columnNames
            }
        }
        #expect(try columns() == ["key", "value"])
        try settings.connect().0.script("ALTER TABLE v ADD COLUMN more BIGINT")
        #expect(try columns() == ["key", "value", "more"])
        #expect(attempts == 3)
        // The error of a queued statement is reported together with the result of COMMIT.
        func increment() throws {
            try Self.run(on: slot) { connection in
                attempts += 1
                try connection.run("UPDATE v SET value = value + 1 RETURNING *")
            }
        }
        try increment()
        try settings.connect().0.script("ALTER TABLE v DROP COLUMN more")
        try increment()
        #expect(attempts == 6)
        #expect(try Self.run(.reading, on: slot) { try Self.value(1, on: $0) } == 2)
    }

    @Test("a transaction that reads cannot write")
    func reading() async throws {
        let slot = Self.slot(try await Self.settings())
        let error = try #require(throws: PostgresError.self) {
            try Self.run(.reading, on: slot) { try $0.run("UPDATE v SET value = 5") }
        }
        #expect(error.code == .readOnly)
    }

    @Test(
        "runs again on a new connection if the old one was lost before the commit", arguments: [false, true])
    func lostConnection(isIdle: Bool) async throws {
        let settings = try await Self.settings()
        let (slot, other) = (Self.slot(settings), Self.slot(settings))
        func end(_ process: StatementCell) throws {
            // The function returns after the process has ended.
            _ = try Self.run(on: other) {
                try $0.rows("SELECT pg_terminate_backend(CAST(? AS INTEGER), 5000)", [process])
            }
        }
        func process(of connection: PostgresConnection) throws -> StatementCell {
            try #require(try connection.rows("SELECT pg_backend_pid()").value(row: 0, column: 0))
        }
        if isIdle { try end(try Self.run(.reading, on: slot, process)) }
        var attempts = 0
        try Self.run(on: slot) { connection in
            attempts += 1
            try connection.run("UPDATE v SET value = value + 1")
            if !isIdle, attempts == 1 { try end(try process(of: connection)) }
            _ = try Self.value(1, on: connection)
        }
        #expect(attempts == 2)
        #expect(try Self.run(.reading, on: slot) { try Self.value(1, on: $0) } == 1)
    }
}
