import DatabaseKit
import Foundation
import TestSupport
import Testing

@testable import PostgresKit

@Suite(.postgres)
struct ConnectionPoolTests {
    /// Opens a database with few connections.
    private static func open(_ connections: Int, queue: Int = 1000) async throws -> PostgresDatabase {
        var settings = try await PostgresServer.shared().settings()
        settings.connectionLimit = connections
        settings.queueLimit = queue
        return try await PostgresDatabase.open(settings)
    }

    /// Occupies the only connection until the gate opens.
    private static func occupy(_ database: PostgresDatabase, until gate: Gate) async throws -> Task<
        Void, any Error
    > {
        let started = Gate()
        let task = Task {
            try await database.transaction(.reading) { _ in
                started.open()
                gate.wait()
            }
        }
        await withCheckedContinuation { caller in
            Thread.detachNewThread {
                started.wait()
                caller.resume()
            }
        }
        return task
    }

    @Test("many callers share few connections")
    func sharing() async throws {
        let database = try await Self.open(3)
        let processes = try await withThrowingTaskGroup(of: StatementCell?.self) { group in
            for _ in 0..<60 {
                group.addTask {
                    try await database.transaction(.reading) {
                        try $0.rows("SELECT pg_backend_pid()").value(row: 0, column: 0)
                    }
                }
            }
            return try await group.reduce(into: Set<StatementCell?>()) { $0.insert($1) }
        }
        #expect((1...3).contains(processes.count))
        await database.close()
    }

    @Test("increments of concurrent transactions are not lost")
    func increments() async throws {
        let database = try await Self.open(4)
        try await database.transaction(.serializable) { connection in
            _ = try connection.rows("CREATE TABLE v (value BIGINT)")
            try connection.run("INSERT INTO v VALUES (0)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<5 {
                        try await database.transaction(.serializable) { connection in
                            guard
                                case .integer(let value)? = try connection.rows("SELECT value FROM v").value(
                                    row: 0, column: 0)
                            else { return }
                            try connection.run("UPDATE v SET value = ?", [.integer(value + 1)])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let value = try await database.transaction(.reading) {
            try $0.rows("SELECT value FROM v").value(row: 0, column: 0)
        }
        #expect(value == .integer(20))
        await database.close()
    }

    @Test("refuses a transaction if too many are waiting")
    func queueLimit() async throws {
        let database = try await Self.open(1, queue: 1)
        let gate = Gate()
        let first = try await Self.occupy(database, until: gate)
        let results = await withTaskGroup(of: PostgresError.Code?.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    do {
                        try await database.transaction(.reading) { _ = try $0.rows("SELECT 1") }
                        return nil
                    } catch { return (error as? PostgresError)?.code }
                }
            }
            var codes: [PostgresError.Code?] = []
            for await code in group {
                codes.append(code)
                // Two of three are refused while the connection is occupied. The third one then runs.
                if codes.count == 2 { gate.open() }
            }
            return codes
        }
        #expect(results == [.busy, .busy, nil])
        try await first.value
        await database.close()
    }

    @Test("a canceled reader leaves the queue, and a canceled writer is still executed")
    func cancellation() async throws {
        let database = try await Self.open(1)
        let gate = Gate()
        let first = try await Self.occupy(database, until: gate)
        let reader = Task { try await database.transaction(.reading) { _ = try $0.rows("SELECT 1") } }
        let writer = Task {
            try await database.transaction(.serializable) { _ = try $0.rows("CREATE TABLE v (n BIGINT)") }
        }
        reader.cancel()
        writer.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        gate.open()
        try await first.value
        try await writer.value
        let count = try await database.transaction(.reading) { try $0.rows("SELECT n FROM v").count }
        #expect(count == 0)
        await database.close()
    }

    @Test("closing runs the queue and refuses new transactions")
    func closing() async throws {
        let database = try await Self.open(1)
        let gate = Gate()
        let first = try await Self.occupy(database, until: gate)
        async let second = database.transaction(.reading) { try $0.rows("SELECT 1").count }
        gate.open()
        #expect(try await second == 1)
        await database.close()
        try await first.value
        let error = await #expect(throws: PostgresError.self) {
            try await database.transaction(.reading) { _ = try $0.rows("SELECT 1") }
        }
        #expect(error?.code == .closed)
        await database.close()
    }
}

/// A gate that threads wait for.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() { semaphore.wait() }
}
