import DatabaseKit
import Documents
import FailureKit
import Foundation
import Giving
import PaymentCore
import PostgresKit
import TestSupport
import Testing

@testable import DataFolderKit

/// PostgreSQL databases that cannot be used. Each is refused with the next step, and nothing is half done.
@Suite(.postgres, .timeLimit(.minutes(2))) struct UnusableDatabaseTests {
    private static func settings(_ name: String, on server: PostgresServer) throws -> PostgresSettings {
        try DatabaseAddress.settings(
            of: "postgres:///\(name)?host=\(server.folder)&user=postgres", from: "--database")
    }

    /// Opens the database and moves a folder to it, which both fail in the same way, and leave the folder as
    /// it was.
    private static func refusal(of settings: PostgresSettings) async throws -> CommandError {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = try await DataFolder.open(folder) { _ in }
        try await data.write { transaction, now in
            _ = try transaction.addOrganization("Grace", OrganizationFields(displayName: "Grace"), at: now)
        }
        try data.close()
        let opened = await #expect(throws: (any Error).self) {
            try await DataFolder.open(folder + "/node", database: settings) { _ in }
        }
        let moved = await #expect(throws: (any Error).self) {
            try await DataFolder.move(folder, to: settings)
        }
        let error = CommandError(try #require(opened))
        #expect(try CommandError(#require(moved)).code == error.code)
        #expect(!error.summary.isEmpty && !error.remedy.isEmpty)
        #expect(!MovedFolder(folder).exists)
        let own = try await DataFolder.open(folder) { _ in }
        #expect(try await own.organization("Grace").organization.id == "Grace")
        try own.close()
        return error
    }

    private static func tables(of database: PostgresServer.Database) async throws -> [String] {
        try await database.psql(["SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace;"])
            .output
    }

    @Test(
        "a database that sorts or stores text differently",
        arguments: ["ENCODING 'SQL_ASCII'", "LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'"])
    func collation(options: String) async throws {
        let server = try await PostgresServer.shared()
        let database = try await server.makeDatabase(options)
        let error = try await Self.refusal(of: try Self.settings(database.name, on: server))
        #expect(error.code == "wrongCollation" && error.exit == .configuration)
        #expect(try await Self.tables(of: database) == [])
    }

    @Test("a database that is set to read-only")
    func readOnly() async throws {
        let server = try await PostgresServer.shared()
        let database = try await server.makeDatabase()
        let errors = try await database.run([
            "ALTER DATABASE \(database.name) SET default_transaction_read_only = on"
        ])
        #expect(errors == [:])
        let error = try await Self.refusal(of: try Self.settings(database.name, on: server))
        #expect(error.code == "readOnly" && error.exit == .cannotCreate)
        #expect(try await Self.tables(of: database) == [])
    }

    @Test("a standby")
    func standby() async throws {
        let server = try await PostgresServer.start(isStandby: true)
        defer { withExtendedLifetime(server) {} }
        let error = try await Self.refusal(of: try Self.settings("postgres", on: server))
        #expect(error.code == "readOnly" && error.exit == .cannotCreate)
    }

    @Test("a database that a newer version has changed")
    func newer() async throws {
        let server = try await PostgresServer.shared()
        let database = try await server.makeDatabase()
        let settings = try Self.settings(database.name, on: server)
        let migrations = try PostgresMigration.all(DataFolder.migrations)
        try await PostgresDatabase.open(settings, migrations: migrations).close()
        #expect(try await database.run(["INSERT INTO migration VALUES ('gifts.999')"]) == [:])
        let before = try await Self.tables(of: database)
        let error = try await Self.refusal(of: settings)
        #expect(error.code == "newer" && error.exit == .configuration)
        #expect(error.reason.contains("gifts.999"))
        #expect(try await Self.tables(of: database) == before)
        #expect(try await database.psql(["SELECT count(*) FROM organization;"]).output == ["0"])
    }

    @Test("a server whose connections are all in use")
    func connections() async throws {
        let server = try await PostgresServer.start(["max_connections=2", "superuser_reserved_connections=0"])
        defer { withExtendedLifetime(server) {} }
        let settings = try Self.settings("postgres", on: server)
        var others: [PostgresDatabase] = []
        // The connection that awaited the server's start may still be ending.
        let deadline = ContinuousClock.now + .seconds(30)
        while others.count < 2 {
            try #require(ContinuousClock.now < deadline, "the server still has another connection")
            let other = try? await PostgresDatabase.open(settings)
            if let other, (try? await other.version()) != nil {
                others.append(other)
            } else {
                await other?.close()
            }
        }
        let error = try await Self.refusal(of: settings)
        #expect(error.code == "tooManyConnections" && error.exit == .tryAgain)
        for other in others { await other.close() }
    }

    @Test("a full disk", .enabled(if: PostgresServer.canMount, "this user may not mount a disk"))
    func fullDisk() async throws {
        let server = try await PostgresServer.start(disk: 32)
        defer { withExtendedLifetime(server) {} }
        let first = try await server.makeDatabase()
        #expect(
            try await first.run(["CREATE TABLESPACE small LOCATION '\(PostgresServer.smallDisk)'"]) == [:])
        let database = try await server.makeDatabase("TABLESPACE small")
        let settings = try Self.settings(database.name, on: server)
        // The first connection writes a file, without which no other connection to a full disk is possible.
        #expect(try await Self.tables(of: database) == [])
        // As large as the disk permits.
        let file = PostgresServer.smallDisk + "/filler"
        let filling = "COPY (SELECT repeat('x', 8000) FROM generate_series(1, 9999)) TO '\(file)'"
        #expect(try await first.run([filling]).count == 1)
        let error = try await Self.refusal(of: settings)
        #expect(error.code == "full" && error.exit == .inputOutput)
        #expect(try await Self.tables(of: database) == [])

        // There is room for the tables, but not for the rows.
        #expect(try await first.run(["COPY (SELECT 1) TO PROGRAM 'cat >/dev/null && rm \(file)'"]) == [:])
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = try await DataFolder.open(folder) { _ in }
        // Random bytes, which PostgreSQL cannot compress.
        let bytes = Data((0..<50_000).map { _ in UInt8.random(in: 0...255) })
        try await data.write { transaction, _ in
            for number in 0..<700 {
                try transaction.run(
                    "INSERT INTO letter (id, recipient, time, tries, body) VALUES (?, 'a', 1, 0, ?)",
                    ["letter_\(number)", bytes])
            }
        }
        try data.close()
        let moved = await #expect(throws: (any Error).self) {
            try await DataFolder.move(folder, to: settings)
        }
        #expect(moved.map { CommandError($0).code } == "full")
        #expect(try await database.psql(["SELECT count(*) FROM letter;"]).output == ["0"])
        #expect(!MovedFolder(folder).exists)
    }
}
