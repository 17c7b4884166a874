import DatabaseKit
import GRDB
import Testing

@Suite(.timeLimit(.minutes(2))) struct DatabaseFileIntegrityTests {
    let scratch = Scratch()

    @Test("an intact file has no problems, and a dangling reference is named")
    func orphans() async throws {
        let migrations = [
            Scratch.numbers,
            Migration("child.1", "CREATE TABLE child (parent INTEGER REFERENCES number) STRICT"),
        ]
        let file = try DatabaseFile.open(at: scratch.path, migrations: migrations)
        #expect(try await file.checkIntegrity() == [])
        #expect(
            try await code {
                try await file.write { try $0.database.execute(sql: "INSERT INTO child VALUES (5)") }
            } == .constraint)
        try await scratch.stranger().writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA foreign_keys = OFF; INSERT INTO child VALUES (5)")
        }
        #expect(try await file.checkIntegrity() == ["row 1 of child refers to a missing row of number"])
    }
}
