import DatabaseKit
import TestSupport
import Testing

@testable import PostgresKit

@Suite(.postgres)
struct PostgresMigrationTests {
    private static let first = PostgresMigration("a.1", "CREATE TABLE a (n BIGINT); INSERT INTO a VALUES (1)")
    private static let second = PostgresMigration("b.1", "CREATE TABLE b (n BIGINT)")

    private static func code(_ settings: PostgresSettings, _ migrations: [PostgresMigration]) async
        -> PostgresError.Code?
    {
        let error = await #expect(throws: PostgresError.self) {
            _ = try await PostgresDatabase.open(settings, migrations: migrations)
        }
        return error?.code
    }

    private static func count(_ table: String, _ settings: PostgresSettings) async throws -> Int {
        let database = try await PostgresDatabase.open(settings)
        let count = try await database.transaction(.reading) { try $0.rows("SELECT * FROM \(table)").count }
        await database.close()
        return count
    }

    @Test("each migration runs once, even if several programs open the database at the same time")
    func once() async throws {
        let settings = try await PostgresServer.shared().settings()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await PostgresDatabase.open(settings, migrations: [Self.first]).close()
                }
            }
            try await group.waitForAll()
        }
        try await PostgresDatabase.open(settings, migrations: [Self.first, Self.second]).close()
        #expect(try await Self.count("a", settings) == 1)
        #expect(try await Self.count("migration", settings) == 2)
    }

    @Test("refuses a database of a newer version or of another program")
    func newer() async throws {
        let settings = try await PostgresServer.shared().settings()
        try await PostgresDatabase.open(settings, migrations: [Self.first, Self.second]).close()
        #expect(await Self.code(settings, [Self.first]) == .newer)
        #expect(
            await Self.code(settings, [PostgresMigration("c.1", "CREATE TABLE c (n BIGINT)")]) == .notOurs)
    }

    @Test("a failed migration leaves nothing")
    func failed() async throws {
        let settings = try await PostgresServer.shared().settings()
        let wrong = PostgresMigration("b.1", "CREATE TABLE b (n BIGINT); CREATE TABLE b (n BIGINT)")
        #expect(await Self.code(settings, [Self.first, wrong]) == .internal)
        try await PostgresDatabase.open(settings, migrations: [Self.first, Self.second]).close()
        #expect(try await Self.count("migration", settings) == 2)
    }

    @Test("the missing migrations follow the applied ones")
    func plan() throws {
        let plan = PostgresMigrationPlan([Self.first, Self.second], at: "d")
        #expect(try plan.missing(after: []) == [Self.first, Self.second])
        #expect(try plan.missing(after: ["a.1"]) == [Self.second])
        #expect(try plan.missing(after: ["a.1", "b.1"]) == [])
    }
}
