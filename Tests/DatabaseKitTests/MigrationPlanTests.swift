import DatabaseKit
import Foundation
import GRDB
import Testing

@Suite(.timeLimit(.minutes(2))) struct MigrationPlanTests {
    let scratch = Scratch()

    static let two = [
        Migration("a.1", "CREATE TABLE a (x INTEGER) STRICT"),
        Migration("a.2") { try $0.execute(sql: "INSERT INTO a SELECT count(*) FROM migration") },
    ]

    @Test("runs missing migrations in order, each once")
    func runsWhatIsMissing() async throws {
        for migrations in [Array(Self.two.prefix(1)), Self.two, Self.two] {
            try DatabaseFile.open(at: scratch.path, migrations: migrations).close()
        }
        let file = try DatabaseFile.open(
            at: scratch.path, migrations: Self.two + [Migration("b.1", "INSERT INTO a VALUES (7)")])
        #expect(try await file.read { try Int.fetchAll($0.database, sql: "SELECT x FROM a") } == [1, 7])
    }

    @Test("runs a module's new migration after those of other modules")
    func modulesAreMixed() throws {
        try DatabaseFile.open(at: scratch.path, migrations: [Self.two[0], Scratch.numbers]).close()
        try DatabaseFile.open(at: scratch.path, migrations: Self.two + [Scratch.numbers]).close()
    }

    @Test("a failed migration leaves the file unchanged")
    func failedStep() async throws {
        let wrong = Migration("a.3", "CREATE TABLE c (x INTEGER); CREATE TABEL d (x)")
        let error = #expect(throws: DatabaseKit.DatabaseFileError.self) {
            _ = try DatabaseFile.open(at: scratch.path, migrations: Self.two + [wrong])
        }
        #expect(error?.code == .internal)
        #expect(error?.reason.contains("TABEL") == true)
        let file = try DatabaseFile.open(at: scratch.path, migrations: [])
        let tables = "SELECT count(*) FROM sqlite_schema"
        #expect(try await file.read { try Int.fetchOne($0.database, sql: tables) } == 0)
    }

    @Test("a file with an unknown migration is `newer`, and stays unchanged")
    func newer() throws {
        try DatabaseFile.open(at: scratch.path, migrations: Self.two).close()
        let before = try Data(contentsOf: URL(filePath: scratch.path))
        let error = #expect(throws: DatabaseKit.DatabaseFileError.self) {
            _ = try DatabaseFile.open(at: scratch.path, migrations: [Self.two[0]])
        }
        #expect(error?.code == .newer)
        #expect(error?.reason == "the file has migrations unknown to this version: a.2")
        #expect(try Data(contentsOf: URL(filePath: scratch.path)) == before)
    }

    @Test("refuses a file of another program, without a known migration")
    func foreign() throws {
        try DatabaseFile.open(at: scratch.path, migrations: Self.two).close()
        let error = #expect(throws: DatabaseKit.DatabaseFileError.self) { _ = try scratch.open() }
        #expect(error?.code == .notOurs)
    }

    @Test("a file that lacks a migration cannot be opened read-only")
    func olderReadOnly() async throws {
        try DatabaseFile.open(at: scratch.path, migrations: [Self.two[0]]).close()
        let error = #expect(throws: DatabaseKit.DatabaseFileError.self) {
            _ = try DatabaseFile.open(at: scratch.path, migrations: Self.two, options: .init(readOnly: true))
        }
        #expect(error?.code == .readOnly)
        #expect(error?.reason == "the migration a.2 is missing")
    }

    @Test("sixteen concurrent openings create one file and run each migration once")
    func openingsAtOnce() async throws {
        for _ in 1...10 {
            let scratch = Scratch()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for value in 1...16 {
                    group.addTask {
                        let file = try DatabaseFile.open(
                            at: scratch.path, migrations: Self.two + [Scratch.numbers])
                        try await file.write { try $0.add(value) }
                        try file.close()
                    }
                }
                try await group.waitForAll()
            }
            let file = try DatabaseFile.open(at: scratch.path, migrations: Self.two + [Scratch.numbers])
            #expect(try await file.read { try $0.numbers() } == Array(1...16))
            #expect(try await file.read { try Int.fetchAll($0.database, sql: "SELECT x FROM a") } == [1])
        }
    }
}
