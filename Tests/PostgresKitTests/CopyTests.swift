import DatabaseKit
import Foundation
import TestSupport
import Testing

@testable import PostgresKit

@Suite(.postgres)
struct CopyTests {
    private static let migrations = [
        Migration(
            "gifts.1",
            """
            CREATE TABLE donor (id TEXT PRIMARY KEY COLLATE NOCASE, body BLOB) STRICT;
            CREATE TABLE gift (
              number INTEGER PRIMARY KEY AUTOINCREMENT, donor TEXT REFERENCES donor, amount INTEGER NOT NULL) STRICT;
            """)
    ]

    /// A folder with a file that has two donors and two gifts. The last gift was deleted.
    private static func file() async throws -> (file: DatabaseFile, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try DatabaseFile.open(at: folder.path + "/books.sqlite", migrations: migrations)
        try await file.write { transaction in
            try transaction.run("INSERT INTO donor VALUES (?, ?)", ["Ann@Example.org", Data([0, 1])])
            try transaction.run("INSERT INTO donor VALUES (?, ?)", ["zoë", nil])
            try transaction.run("INSERT INTO gift VALUES (?, ?, ?)", [7 as Int64, "zoë", Int64.max])
            try transaction.run("INSERT INTO gift VALUES (?, ?, ?)", [9 as Int64, nil, 1 as Int64])
            try transaction.run("DELETE FROM gift WHERE number = 9")
        }
        return (file, folder)
    }

    private static func target(_ settings: PostgresSettings) async throws -> PostgresDatabase {
        try await PostgresDatabase.open(settings, migrations: try PostgresMigration.all(migrations))
    }

    @Test("all rows are copied, with their numbers, and a new row gets a number that was never used")
    func copied() async throws {
        let (file, folder) = try await Self.file()
        defer { try? FileManager.default.removeItem(at: folder) }
        let target = try await Self.target(try await PostgresServer.shared().settings())
        let (tables, sums) = try await target.copy(of: file, isCancelled: { false }) { source, copy in
            let sum = "SELECT CAST(SUM(amount) AS BIGINT) FROM gift"
            return [try source.value(sum), try copy.value(sum)] as [Int64?]
        }
        #expect(tables.map(\.name) == ["donor", "gift"] && tables.map(\.rows) == [2, 1])
        #expect(sums == [.max, .max])
        let donors: [String] = try await target.read {
            try $0.all("SELECT id FROM donor ORDER BY id") { $0[0] }
        }
        #expect(donors == ["ann@example.org", "zoë"])
        let body: Data? = try await target.read { try $0.value("SELECT body FROM donor ORDER BY id LIMIT 1") }
        #expect(body == Data([0, 1]))
        let next = try await target.write {
            try $0.inserted("INSERT INTO gift (amount) VALUES (?)", [1 as Int64], number: "number")
        }
        #expect(next == 10)
        await target.close()
        try file.close()
    }

    @Test("a database with data is refused, and stays as it is")
    func notEmpty() async throws {
        let (file, folder) = try await Self.file()
        defer { try? FileManager.default.removeItem(at: folder) }
        let target = try await Self.target(try await PostgresServer.shared().settings())
        try await target.write { try $0.run("INSERT INTO donor VALUES (?, ?)", ["other", nil]) }
        let error = await #expect(throws: PostgresError.self) {
            try await target.copy(of: file, isCancelled: { false }) { _, _ in }
        }
        #expect(error?.code == .notEmpty)
        let count: Int64? = try await target.read { try $0.value("SELECT COUNT(*) FROM donor") }
        #expect(count == 1)
        await target.close()
    }

    @Test("a copy that is canceled or refused leaves nothing, and can be repeated")
    func interrupted() async throws {
        let (file, folder) = try await Self.file()
        defer { try? FileManager.default.removeItem(at: folder) }
        let target = try await Self.target(try await PostgresServer.shared().settings())
        await #expect(throws: CancellationError.self) {
            try await target.copy(of: file, isCancelled: { true }) { _, _ in }
        }
        await #expect(throws: CocoaError.self) {
            try await target.copy(of: file, isCancelled: { false }) { _, _ in
                throw CocoaError(.fileNoSuchFile)
            }
        }
        let count: Int64? = try await target.read { try $0.value("SELECT COUNT(*) FROM donor") }
        #expect(count == 0)
        _ = try await target.copy(of: file, isCancelled: { false }) { _, _ in }
        await target.close()
    }

    @Test("a database with tables of another program is refused")
    func foreign() async throws {
        let settings = try await PostgresServer.shared().settings()
        let other = try await PostgresDatabase.open(
            settings, migrations: [PostgresMigration("a.1", "CREATE TABLE visitor (id TEXT)")])
        // With a table of migrations, opening the database reports the other program.
        try await other.checkForeignTables()
        try await other.write { try $0.run("DROP TABLE migration") }
        let error = await #expect(throws: PostgresError.self) { try await other.checkForeignTables() }
        #expect(error?.code == .notEmpty && error?.reason == "the database has the table visitor")
        await other.close()
    }
}
