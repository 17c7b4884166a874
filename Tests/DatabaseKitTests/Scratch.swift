import DatabaseKit
import Foundation
import GRDB

/// A folder of its own for each test, gone with the value.
final class Scratch: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "database-\(UUID().uuidString)").path

    init() {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Where the database goes.
    var path: String { folder + "/test.sqlite" }

    /// Opens the database with one table of numbers.
    func open(_ options: DatabaseFile.Options = .init()) throws(DatabaseKit.DatabaseFileError) -> DatabaseFile
    {
        try DatabaseFile.open(at: path, migrations: [Self.numbers], options: options)
    }

    /// Another program's connection, with SQLite's own ways: no waiting, nothing checked.
    func stranger() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    static let numbers = Migration(
        "numbers.1", "CREATE TABLE number (value INTEGER PRIMARY KEY CHECK (value > 0)) STRICT")
}

extension Transaction {
    /// Adds a number; twice the same is refused.
    func add(_ value: Int) throws {
        try database.execute(sql: "INSERT INTO number VALUES (?)", arguments: [value])
    }

    /// Adds the numbers from 1 to `last`.
    func add(upTo last: Int) throws {
        try database.execute(
            sql: """
                INSERT INTO number
                WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ?) SELECT x FROM n
                """, arguments: [last])
    }

    /// All numbers, from the least.
    func numbers() throws -> [Int] {
        try Int.fetchAll(database, sql: "SELECT value FROM number ORDER BY value")
    }
}

/// The code of a `DatabaseFileError` that `body` throws; nil when it throws none.
func code(of body: () async throws -> Void) async rethrows -> DatabaseKit.DatabaseFileError.Code? {
    do {
        try await body()
        return nil
    } catch let error as DatabaseKit.DatabaseFileError {
        return error.code
    }
}
