import DatabaseKit
import Foundation
import GRDB
import Testing

@Suite struct DatabaseSchemaTests {
    let scratch = Scratch()
    static let migrations = [
        Scratch.numbers,
        Migration(
            "words.1", "CREATE TABLE draft (word TEXT) STRICT; CREATE INDEX draft_word ON draft (word);"),
        Migration("words.2", "ALTER TABLE draft RENAME TO word; ALTER TABLE word ADD COLUMN length INTEGER;"),
    ]

    private func differences(_ migrations: [Migration] = migrations) throws -> [String] {
        try DatabaseFile.schemaDifferences(at: scratch.path, migrations: migrations)
    }

    private func change(_ sql: String) throws {
        let stranger = try scratch.stranger()
        try stranger.writeWithoutTransaction { try $0.execute(sql: sql) }
        try stranger.close()
    }

    @Test("a file with all or some of the migrations has no differences", arguments: 1...3)
    func own(count: Int) throws {
        try DatabaseFile.open(at: scratch.path, migrations: Array(Self.migrations.prefix(count))).close()
        try change("INSERT INTO number VALUES (1); ANALYZE;")
        #expect(try differences() == [])
    }

    @Test("names each foreign, changed and missing object")
    func foreign() throws {
        try DatabaseFile.open(at: scratch.path, migrations: Self.migrations).close()
        try change(
            """
            CREATE TRIGGER spy AFTER INSERT ON number BEGIN DELETE FROM word; END;
            CREATE VIEW all_words AS SELECT word FROM word;
            CREATE VIRTUAL TABLE found USING fts5 (word);
            DROP INDEX draft_word;
            ALTER TABLE number ADD COLUMN note TEXT;
            """)
        let found = try differences()
        for expected in [
            "the database has the trigger spy, which no migration created",
            "the database has the view all_words, which no migration created",
            "the database has the table found, which no migration created",
            "the index draft_word is missing",
            "the table number differs from its definition in the migrations",
        ] {
            #expect(found.contains(expected), "\(expected)")
        }
    }

    @Test("a file without migrations is entirely foreign, and a view cannot pose as their table")
    func noMigrations() throws {
        try DatabaseFile.open(at: scratch.path, migrations: Self.migrations).close()
        try change("DROP TABLE migration; CREATE VIEW migration AS SELECT 'numbers.1' AS name;")
        let found = try differences()
        #expect(found.contains("the database has the view migration, which no migration created"))
        #expect(found.contains("the database has the table number, which no migration created"))
    }

    @Test("a file of a newer version is refused")
    func newer() throws {
        try DatabaseFile.open(at: scratch.path, migrations: Self.migrations).close()
        let error = #expect(throws: DatabaseFileError.self) { _ = try differences([Scratch.numbers]) }
        #expect(error?.code == .newer)
    }

    @Test("reads a file in a folder that is not writable, with any name, and changes nothing")
    func readOnly() throws {
        try DatabaseFile.open(at: scratch.path, migrations: Self.migrations).close()
        let folder = scratch.folder + "/a ?#%é"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: scratch.path, toPath: folder + "/test.sqlite")
        let before = FileManager.default.contents(atPath: folder + "/test.sqlite")
        #expect(
            try DatabaseFile.schemaDifferences(at: folder + "/test.sqlite", migrations: Self.migrations) == []
        )
        #expect(FileManager.default.contents(atPath: folder + "/test.sqlite") == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["test.sqlite"])
    }

    @Test("a file that is not a database is an error")
    func noDatabase() throws {
        try Data(repeating: 7, count: 4096).write(to: URL(filePath: scratch.path))
        #expect(throws: DatabaseFileError.self) { _ = try differences() }
        try FileManager.default.removeItem(atPath: scratch.path)
        #expect(throws: DatabaseFileError.self) { _ = try differences() }
    }
}
