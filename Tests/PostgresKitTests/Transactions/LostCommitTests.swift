import DatabaseKit
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PostgresKit

/// Failures while a transaction commits. Each test has its own server, because the tests harm it.
@Suite(.serialized, .postgres)
struct LostCommitTests {
    /// Waits for the server process that is committing another connection's transaction.
    private static func committing(beside observer: PostgresConnection) throws -> pid_t {
        let deadline = Deadline(after: .seconds(20))
        while !deadline.isOver {
            let rows = try observer.transaction(.reading, until: deadline) {
                try $0.rows(
                    """
                    SELECT pid FROM pg_stat_activity
                    WHERE query = 'COMMIT' AND state = 'active' AND pid <> pg_backend_pid()
                    """)
            }
            if case .integer(let process)? = rows.value(row: 0, column: 0) { return pid_t(process) }
            deadline.pause(.milliseconds(5))
        }
        throw CocoaError(.featureUnsupported)
    }

    /// Runs a transaction, and calls `act` with the process that commits it.
    private static func outcome(
        of sql: String, on database: PostgresDatabase, while act: (pid_t, PostgresConnection) throws -> Void
    ) async throws -> PostgresError {
        let attempts = Counter()
        let task = Task {
            try await database.transaction(.serializable) { connection in
                attempts.value.add(1, ordering: .relaxed)
                try connection.run(sql)
            }
        }
        let observer = try database.settings.connect().0
        try act(try committing(beside: observer), observer)
        let error = await #expect(throws: PostgresError.self) { try await task.value }
        #expect(attempts.value.load(ordering: .relaxed) == 1)
        return try #require(error)
    }

    @Test(
        "the outcome is unknown if the connection is lost while committing, and the work does not run again")
    func killed() async throws {
        let server = try await PostgresServer.start()
        defer { withExtendedLifetime(server) {} }
        try server.run([
            """
            CREATE TABLE v (key BIGINT PRIMARY KEY);
            CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON v DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION slow()
            """
        ])
        let database = try await PostgresDatabase.open(try PostgresSettings(server.address()))
        let error = try await Self.outcome(of: "INSERT INTO v VALUES (1)", on: database) { process, _ in
            kill(process, SIGKILL)
        }
        #expect(error.code == .unknown)
        await database.close()
    }

    @Test("the outcome is unknown if the server stops waiting for its standby")
    func noStandby() async throws {
        let server = try await PostgresServer.start([
            "synchronous_standby_names=none", "synchronous_commit=on",
        ])
        defer { withExtendedLifetime(server) {} }
        let database = try await PostgresDatabase.open(try PostgresSettings(server.address()))
        let sql = "CREATE TABLE v (key BIGINT)"
        let error = try await Self.outcome(of: sql, on: database) { process, observer in
            try observer.transaction(.reading, until: Deadline(after: .seconds(20))) {
                _ = try $0.rows("SELECT pg_cancel_backend(\(process))")
            }
        }
        #expect(error.code == .unknown)
        // The server has committed it.
        let count = try await database.transaction(.reading) { try $0.rows("SELECT key FROM v").count }
        #expect(count == 0)
        await database.close()
    }

    @Test("the outcome is unknown if the server does not answer the commit in time")
    func stopped() async throws {
        let server = try await PostgresServer.start()
        defer { withExtendedLifetime(server) {} }
        try server.run(["CREATE TABLE v (key BIGINT PRIMARY KEY)"])
        var settings = try PostgresSettings(server.address())
        settings.transactionTimeout = .seconds(2)
        let database = try await PostgresDatabase.open(settings)
        let stopped = Counter()
        let error = await #expect(throws: PostgresError.self) {
            try await database.transaction(.serializable) { connection in
                let rows = try connection.rows("SELECT pg_backend_pid()")
                guard case .integer(let process)? = rows.value(row: 0, column: 0) else { return }
                // The insertion is sent together with COMMIT.
                try connection.run("INSERT INTO v VALUES (1)")
                stopped.value.store(Int(process), ordering: .relaxed)
                kill(pid_t(process), SIGSTOP)
            }
        }
        #expect(error?.code == .unknown)
        kill(pid_t(stopped.value.load(ordering: .relaxed)), SIGCONT)
        await database.close()
    }

    @Test("the version changes with each commit, and only then")
    func version() async throws {
        let server = try await PostgresServer.start()
        defer { withExtendedLifetime(server) {} }
        let database = try await PostgresDatabase.open(try PostgresSettings(server.address()))
        let versions = try await [database.version(), database.version()]
        try await database.transaction(.serializable) { _ = try $0.rows("CREATE TABLE v (key BIGINT)") }
        let last = try await database.version()
        #expect(versions[0] == versions[1])
        #expect(versions[0] != last && last != nil)
        await database.close()
    }
}

private final class Counter: Sendable {
    let value = Atomic(0)
}
