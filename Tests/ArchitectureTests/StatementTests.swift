import DataFolderKit
import DatabaseKit
import Foundation
import GRDB
import TestSupport
import Testing

/// Each statement of the stores is one text, which SQLite and PostgreSQL both accept.
@Suite struct StatementTests {
    private let stores: StoreStatements

    init() throws { stores = try StoreStatements(StatementExamples.all) }

    @Test("finds the statements of all stores, with every part that a statement can have")
    func isComplete() {
        #expect(stores.problems == [])
        #expect(stores.statements.count > 350)
        #expect(Set(stores.statements.map(\.file)).count > 30)
    }

    @Test("SQLite accepts each statement")
    func sqlite() throws {
        let refused = try Self.inEmptyDataFolder { [stores] database in
            stores.statements.compactMap { statement -> String? in
                do {
                    _ = try database.makeStatement(sql: statement.text)
                    return nil
                } catch {
                    return "\(statement.place): \(error)"
                }
            }
        }
        #expect(refused == [])
    }

    @Test("a statement changes only the table that it names: no table has a trigger or a cascade")
    func effects() throws {
        // PostgresKit keeps prefetched rows until a statement changes one of their tables.
        let others = try Self.inEmptyDataFolder { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'trigger' OR sql LIKE '% CASCADE%' OR sql LIKE '% SET NULL%'
                      OR sql LIKE '% SET DEFAULT%'
                    """)
        }
        #expect(others == [])
    }

    /// Reads from the database of a new data folder.
    private static func inEmptyDataFolder<Value>(_ read: (Database) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "statements-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        try DatabaseFile.open(at: path, migrations: DataFolder.migrations).close()
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read(read)
    }

    @Test("PostgreSQL accepts each statement, and converts no value", .postgres)
    func postgres() async throws {
        let database = try await PostgresServer.shared().makeDatabase()
        let schema = try PostgresSchema(madeBy: DataFolder.migrations).statements
        let refusedSchema = try await database.run(schema + ["CREATE TABLE migration (name TEXT)"])
        #expect(refusedSchema == [:])

        let statements = stores.statements
        let texts = statements.map { Self.numbered($0.text) }
        let prepared = try await database.psql(
            texts.enumerated().map { "PREPARE s\($0) AS \($1);" }
                + ["SELECT name, parameter_types FROM pg_prepared_statements;"])
        let refused = prepared.errors.sorted { $0.key < $1.key }
            .map { "\(statements[$0].place): \($1): \(texts[$0])" }
        #expect(refused == [])

        // SQLite has these types only; the sum of integers, for example, has another one in PostgreSQL.
        let types: Set<Substring> = ["text", "bigint", "bytea"]
        let parameters = Self.rows(prepared.output).filter {
            !types.isSuperset(of: $0[1].split { "{,}".contains($0) })
        }
        #expect(parameters.map { texts[Int($0[0].dropFirst()) ?? 0] } == [])
        // Describes the columns of each result, followed by a line with the number of the statement.
        let described = try await database.psql(
            texts.enumerated().map { #"\#($1) \gdesc \echo \#($0)"# })
        var column: Substring?
        var results: [String] = []
        for line in described.output {
            let row = line.split(separator: "|")
            if let number = Int(line), let name = column {
                results.append("\(name): \(texts[number])")
                column = nil
            } else if row.count == 2, !types.contains(row[1]), row != ["?column?", "integer"] {
                column = row[0]
            }
        }
        #expect(results == [])
    }

    private static func rows(_ output: [String]) -> [[Substring]] {
        output.map { $0.split(separator: "|") }.filter { $0.count == 2 }
    }

    @Test("numbers the parameters of a statement")
    func numbersParameters() {
        #expect(Self.numbered("SELECT ?, '?', ?3, ?, ?1") == "SELECT $1, '?', $3, $4, $1")
    }

    /// Replaces `?` by `$1`, `$2` and so on, and `?1` by `$1`.
    private static func numbered(_ statement: String) -> String {
        var last = 0
        return statement.replacing(#/'[^']*'|\?([0-9]*)/#) { match in
            guard let digits = match.1 else { return String(match.0) }
            let number = Int(digits) ?? last + 1
            last = max(last, number)
            return "$\(number)"
        }
    }
}
