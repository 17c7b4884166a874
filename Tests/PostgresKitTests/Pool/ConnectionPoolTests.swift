import DatabaseKit
import Foundation
import Synchronization
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

    /// Occupies a connection until the gate opens.
    private static func occupy(
        _ database: PostgresDatabase, sharing shared: String? = nil, until gate: Gate,
        look: @escaping @Sendable (PostgresConnection) -> Void = { _ in }
    ) async throws -> Task<Void, any Error> {
        let started = Gate()
        let task = Task {
            try await database.transaction(.reading, sharing: shared) { connection in
                look(connection)
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

    @Test("transactions of two servers with the same shared name run once each, and no change is lost")
    func sharedRow() async throws {
        let settings = try await PostgresServer.shared().settings()
        let servers = [
            try await PostgresDatabase.open(settings), try await PostgresDatabase.open(settings),
        ]
        try await servers[0].transaction(.counted) { connection in
            _ = try connection.rows("CREATE TABLE v (value BIGINT)")
            try connection.run("INSERT INTO v VALUES (0)")
        }
        let runs = Number()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in servers + servers {
                group.addTask {
                    for _ in 0..<10 {
                        try await server.transaction(.counted, sharing: "v") { connection in
                            runs.value.add(1, ordering: .relaxed)
                            _ = try connection.rows("UPDATE v SET value = value + 1 RETURNING value")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let value = try await servers[1].transaction(.reading) {
            try $0.rows("SELECT value FROM v").value(row: 0, column: 0)
        }
        #expect(value == .integer(40) && runs.now == 40)
        for server in servers { await server.close() }
    }

    @Test("a transaction waits for a running one with the same shared name, and later ones overtake it")
    func overtaking() async throws {
        let database = try await Self.open(2)
        let gate = Gate()
        let first = try await Self.occupy(database, sharing: "a", until: gate)
        let run = Number()
        let second = Task {
            try await database.transaction(.reading, sharing: "a") { _ in
                run.value.store(1, ordering: .relaxed)
            }
        }
        for shared in ["b", nil, "c"] {
            _ = try await database.transaction(.reading, sharing: shared) { try $0.rows("SELECT 1").count }
        }
        #expect(run.now == 0)
        async let closed: Void = database.close()
        gate.open()
        try await first.value
        try await second.value
        await closed
    }

    @Test("simultaneous transactions of a server change counters in different slots")
    func counterSlots() async throws {
        let database = try await Self.open(2)
        let gate = Gate()
        let slot = Number()
        let first = try await Self.occupy(database, until: gate) {
            slot.value.store($0.counterSlot, ordering: .relaxed)
        }
        let other = try await database.transaction(.reading) { $0.counterSlot }
        gate.open()
        try await first.value
        #expect(other == (slot.now + 1) % 32)
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

/// A number that several threads change.
private final class Number: Sendable {
    let value = Atomic<Int64>(0)

    var now: Int64 { value.load(ordering: .relaxed) }
}

/// A gate that threads wait for.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() { semaphore.wait() }
}
