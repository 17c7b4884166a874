import DatabaseKit
import Foundation
import TestSupport
import Testing
import TimeKit

@testable import DataFolderKit
@testable import Documents

/// Backups whose database another program has changed, with a manifest that matches (case S-17).
@Suite struct ForeignSchemaTests {
    /// A backup without data, which is removed afterwards.
    private final class Folder: Sendable {
        private let folder = FileManager.default.temporaryDirectory.appending(
            path: "foreign-\(UUID().uuidString)")
        var backup: String { folder.appending(path: "backup").path }
        var data: String { folder.appending(path: "data").path }

        init() throws {
            try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: true)
            try DatabaseFile.open(
                at: "\(backup)/tapctl.sqlite", migrations: DataFolder.migrations
            ).close()
            try DatabaseFile.open(
                at: "\(backup)/processor.sqlite", migrations: DataFolder.processorMigrations
            ).close()
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Runs statements on a database of the backup, and writes a manifest that matches.
        func changed(_ name: String, _ sql: String) throws -> Backup {
            let statements = folder.appending(path: "statements.sql")
            try Data(sql.utf8).write(to: statements)
            try EarlierFile.load(statements, at: "\(backup)/\(name)")
            let files = try BackupManifest.databases.map { name in
                let hashed = try HashedFile(reading: "\(backup)/\(name)")
                return BackupManifest.File(name: name, bytes: hashed.bytes, sha256: hashed.sha256)
            }
            let manifest = BackupManifest(made: "2026-11-22T09:00:00Z", files: files)
            try Data(manifest.text.utf8).write(to: URL(filePath: "\(backup)/manifest.json"))
            return try Backup(backup)
        }
    }

    private static let now = Timestamp(seconds: 1_795_381_970)

    @Test("a backup as tapctl makes it has no problem, and the check leaves no file")
    func own() async throws {
        let folder = try Folder()
        let backup = try folder.changed("tapctl.sqlite", "SELECT 1")
        #expect(backup.problems().map(\.message) == [])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.backup).sorted() == [
                "manifest.json", "processor.sqlite", "tapctl.sqlite",
            ])
        _ = try await backup.restore(to: folder.data, replacing: false, now: Self.now)
    }

    @Test(
        "a trigger, a view, a table, an index or a changed table of another program is named, and not restored",
        arguments: [
            (
                "tapctl.sqlite", "CREATE TRIGGER spy AFTER INSERT ON gift BEGIN DELETE FROM receipt; END",
                "the database has the trigger spy, which no migration created"
            ),
            (
                "tapctl.sqlite", "CREATE VIEW donors AS SELECT * FROM donor",
                "the database has the view donors, which no migration created"
            ),
            (
                "tapctl.sqlite", "CREATE TABLE copy (body BLOB)",
                "the database has the table copy, which no migration created"
            ),
            (
                "tapctl.sqlite", "CREATE UNIQUE INDEX one ON receipt (gift)",
                "the database has the index one, which no migration created"
            ),
            (
                "tapctl.sqlite", "ALTER TABLE gift ADD COLUMN more TEXT",
                "the table gift differs from its definition in the migrations"
            ),
            (
                "processor.sqlite", "CREATE TRIGGER spy AFTER INSERT ON event BEGIN SELECT 1; END",
                "the database has the trigger spy, which no migration created"
            ),
        ])
    func foreign(name: String, sql: String, problem: String) async throws {
        let folder = try Folder()
        let backup = try folder.changed(name, sql)
        let problems = backup.problems()
        #expect(problems.map(\.name) == [name] && problems.map(\.message) == [problem])
        let error = await #expect(throws: CommandError.self) {
            _ = try await backup.restore(to: folder.data, replacing: false, now: Self.now)
        }
        #expect(error?.code == "foreignSchema" && error?.reason == problem)
        #expect(!FileManager.default.fileExists(atPath: folder.data))
    }
}
